# 受け付けられない操作とその理由。

error-ALREADY-RESIGNED = この席はすでに投了しています。
error-ALREADY-SEATED = このテーブルにはすでに着席しています。
error-ARCHIVE-UNAVAILABLE = ゲームの記録が応答しません。もう一度お試しください。
error-BANNED = 利用が制限されています：{ $why }
error-BEING-SEATED = テーブルを準備しています。もう一度お試しください。
error-BOT-NOT-NAMED = このホストはボット「{ $bot }」を提供できません。
error-CHALLENGE-UNKNOWN = 時間切れです。もう一度やり直してください。
error-CHAT-NOT-ALLOWED = このテーブルではプレイヤーだけがメッセージを書けます。
error-CHAT-TOO-FAST = メッセージは{ $seconds }秒間に{ $most }件までです。少しお待ちください。
error-CHOICE-REFUSED = ルール上できません（{ $paragraph }）。
error-COMPRESSED-REQUEST = 圧縮されたリクエストは受け付けていません。
error-DRAINING = このサーバーはまもなく停止します。もう一度お試しください。
error-END-NOT-CLAIMABLE = まだ他のプレイヤーがいるため、ゲームを終了できません。
error-ENTROPY-TOO-LONG = 乱数に加えられるのは{ $most }バイトまでです。
error-FEATURE-OFF = { $feature ->
    [guests] 現在、新しいゲストは受け付けていません。アカウントがあればサインインするか、後でもう一度お試しください。
    [tables] 現在、新しいテーブルは作れません。進行中のゲームは続けられます。
    [pairing] 現在、対戦相手の検索は停止しています。テーブルを作ることはできます。
    [rated_games] 現在、新しいレーティング対戦は作れません。カジュアル対戦は作れます。
    [chat] 現在、メッセージは書けません。
    [hints] 現在、ヒントと分析は停止しています。
    [invitations] 現在、対戦は申し込めません。コードとリンクでの招待は使えます。
    [reports] 現在、通報は受け付けていません。
    [tournaments] 現在、新しい大会は告知できません。すでにある大会は続きます。
   *[other] これは現在停止しています。
}
error-FIELD-TOO-LARGE = { $field }が大きすぎます（{ $given }）。上限は{ $most }です。
error-GAME-DRAINING = 現在、このゲームの新しいテーブルは作れません。
error-GAME-NOT-ARCHIVED = ゲームを記録に移しているところです。もう一度お試しください。
error-GAME-NOT-OVER = ゲームはまだ終わっていません。
error-GAME-OVER = ゲームは終了しています。
error-COOLING-DOWN = 途中退席や時間切れがあったため、レーティング対象のゲームは{ $minutes }分後から遊べます。カジュアルなゲームは今でも遊べます。
error-GAME-UNAVAILABLE = このゲームのルールが応答しません。もう一度お試しください。
error-APPEALED-ALREADY = これにはすでに一度異議を申し立てています。
error-GAME-NOT-RATED = このゲームのレーティングに変えるものはありません。
error-HINT-UNAVAILABLE = 今はこのゲームのヒントを出せるボットがいません。もう一度お試しください。
error-HINTS-NOT-ALLOWED = ヒントは、レーティングの対象にならない非公開またはカジュアルのテーブルでのみ使えます。
error-HISTORY-FULL = 記録がいっぱいのため、ゲームを進めることしかできません。
error-INTERNAL = サーバーで問題が起きました。
error-INTRODUCTION-FIXED = 手ほどきのテーブルでは、これは変えられません。
error-INVALID-DELAY = 観戦者の遅れは{ $most }手までです。
error-INVALID-EMAIL = メールアドレスではありません。
error-INVALID-ENDPOINT = 公開サーバーのhttpsアドレスを、パスワードなしで入力してください。
error-INVALID-FILTER = この条件では記録を探せません。
error-INVALID-MESSAGE = メッセージは見える文字で{ $least }～{ $most }文字です。
error-INVALID-NAME = 名前は見える文字で{ $least }～{ $most }文字です。
error-INVALID-NOTE = メモは{ $most }文字以内の1行で書いてください。
error-INVALID-OPTION = オプション「{ $option }」に「{ $value }」は指定できません。
error-INVALID-PAGE-TOKEN = この一覧の続きは表示できません。最初からやり直してください。
error-INVALID-PUSH-KEYS = ブラウザーの鍵ではありません。
error-INVALID-REQUEST = このリクエストは受け付けられません。
error-INVALID-REQUEST-ID = リクエストIDは表示できる文字で{ $least }～{ $most }文字です。
error-INVALID-SEATS = { $seats }人では遊べません。{ $least }～{ $most }人用です。
error-INVALID-SEED = シードは{ $given }バイトではなく、{ $bytes }バイトにしてください。
error-INVALID-TEXT = { $most }文字以内で書いてください。
error-INVALID-TICKET = この条件では相手を探せません。
error-INVALID-TIME-CONTROL = この持ち時間は設定できません。
error-INVALID-TIME-ZONE = そのようなタイムゾーンはありません。
error-INVALID-TOKEN-END = トークンの期限は今より後、{ $days }日以内です。
error-INVITATION-REQUIRED = 非公開のテーブルです。招待コードで参加してください。
error-LAST-WAY-IN = これはアカウントに入る最後の方法です。先に別の方法を加えてください。
error-LATE-REQUEST = リクエストが{ $seconds }秒以内に届きませんでした。もう一度お試しください。
error-LINK-INVALID = このリンクは無効か、期限が切れています。
error-LOBBY-UNAVAILABLE = ゲームサーバーが応答しません。もう一度お試しください。
error-MALFORMED-REQUEST = このリクエストは読み取れません。
error-MUST-STAY-RATED = このテーブルのゲームはレーティング対象のままにする決まりのため、取り消しはできません。
error-MUTED = メッセージの送信が制限されています：{ $why }
error-NAME-KEPT = 最近まで別の人が使っていた名前です。別の名前にしてください。
error-NAME-RESERVED = ボットと紛らわしい名前です。別の名前にしてください。
error-NAME-TAKEN = よく似た名前の人がすでにいます。
error-NEW-PLAYER-LIMITED = 始めたばかりの方には回数の制限があります。あと{ $hours }時間が過ぎ、さらに{ $games }回ゲームを終えると、制限はなくなります。
error-NO-ACCOUNT = まだアカウントがありません。先にサインインしてください。
error-NO-BOT-THERE = その席にボットはいません。
error-NO-INTRODUCTION = このゲームには手ほどきがありません。
error-NO-JSON-FORM = この内容はJSONでは表せません。
error-NOT-APPEALABLE = これはすでに取り消されています。
error-NOT-BY-PERSONAL-TOKEN = 個人用トークンではできません。ご自身でサインインしてください。
error-NOT-REPORTABLE = 通報できるのは、このテーブルにいた他のプレイヤーです。
error-NOT-YOURSELF = 自分自身は指定できません。
error-OWN-ACT = 自分の処分への異議は、別の人が判断します。
error-PASSKEY-CLONED = このパスキーは複製されている可能性があります。別の方法でサインインし、削除してください。
error-PASSKEY-REFUSED = このパスキーは受け付けられませんでした。
error-PASSKEY-UNKNOWN = このパスキーを持つアカウントはありません。
error-PASSKEYS-UNAVAILABLE = このアドレスではパスキーを使えません。
error-REPORT-CLAIMED = この通報は{ $by }が担当しています。
error-REPORT-CLOSED = この通報はすでに判断されています。
error-REPORT-NOT-CLAIMED = 先にこの通報の担当になってください。
error-REPORT-NOT-FOUND = そのような通報はありません。
error-REPORTED-ALREADY = これはすでに通報済みです。モデレーターが確認します。
error-SANCTION-NOT-FOUND = あなたについてのそのような処分はありません。
error-SANDBOX-FIXED = このお試しのテーブルでは、これは変えられません。
error-SCOPE-MISSING = このトークンでは許可されていません。スコープ「{ $scope }」が必要です。
error-SEAT-NOT-AUTOMATED = この席にはご自身が着席したため、ご自身のボットではプレイできません。
error-SENT-AWAY = このテーブルの席には着けません。
error-TICKET-OVER = この相手探しは終了しました。もう一度始めてください。
error-TOKEN-ENDED = このトークンは無効にされています。
error-TOO-MANY-RELATIONS = { $kind ->
    [follow] フォローできるのは{ $most }人までです。先に誰かのフォローを外してください。
    [block] ブロックできるのは{ $most }人までです。先に誰かのブロックを解除してください。
    [mute] ミュートできるのは{ $most }人までです。先に誰かのミュートを解除してください。
   *[other] メモを付けられるのは{ $most }人までです。先に別のメモを消してください。
}
error-TOO-MANY-REPORTS = あなたの通報が{ $most }件、回答を待っています。先に回答をお待ちください。
error-TOO-MANY-TICKETS = 同時に探せるのは{ $most }件までです。先に1件を取り消してください。
error-TOO-MANY-TOKENS = トークンは{ $most }個までです。先にどれかを無効にしてください。
error-UNKNOWN-FIELDS = リクエストに不明な項目があります：{ $fields }。
error-NO-PLAYER-THERE = その席に退席させる人はいません。
error-NO-VACATION = このテーブルで使える休暇は残っていません。
error-NOT-A-BOT-HOST = ボットのホスト専用です。
error-NOT-A-PROXY = このプラットフォームのゲートウェイ専用です。
error-NOT-HOST = テーブルのホストだけができます。
error-NOT-READY = 全員の準備が整っていません。
error-NOT-SANCTIONED = { $subject }にそのような制限はありません。
error-NOT-SEATED = このテーブルのその席ではプレイしていません。
error-NOTHING-TO-UNDO = 取り消せる手がありません。
error-NOTIFICATION-WAY-OFF = { $way ->
    [push] このホストはブラウザーへの通知に対応していません。
    [email] このホストはメールを送信しません。
   *[other] このホストはWebhookに対応していません。
}
error-OPERATOR-UNKNOWN = この操作は運営者だけができます。
error-SIGN-IN-AT-PROVIDER = { $provider }でサインインしてください。
error-ROLE-NEEDED = あなたの権限ではできません。
error-OPTIONS-CONFLICT = 同時には選べないオプションです：{ $options }（{ $paragraph }）。
error-OUT-OF-BOUNDS = { $least ->
    [0] { $most }個まで選べます。
   *[other] { $most ->
        [1] 1個だけ選んでください。
       *[other] { $least }～{ $most }個を選んでください。
    }
}
error-PAST-NOT-KEPT = このゲームの途中経過は保存されていません。
error-PROMPT-CLOSED = この質問はもう受け付けていません。
error-PROVIDER-UNAVAILABLE = サインインのサービスが応答していません。もう一度お試しください。
error-RATE-LIMITED = 短い時間に回数が多すぎます。{ $seconds }秒間に{ $most }回までです。少しお待ちください。
error-REDIRECT-NOT-ALLOWED = このアドレスのページではサインインできません。
error-REFRESH-INSTEAD = このトークンは、一緒に受け取った更新トークンで更新してください。
error-REFRESH-TOKEN-INVALID = この登録はもう使えません。最初からやり直してください。
error-REFRESH-TOKEN-SPENT = あなたの鍵が他で使われたため、無効にしました。最初からやり直してください。
error-RENAMED-TOO-SOON = 名前を変えたばかりです。あと{ $days }日過ぎると、もう一度変えられます。
error-REQUEST-ID-REUSED = このIDでは別のリクエストがすでに送られています。
error-REQUEST-TOO-LARGE = このリクエストは大きすぎます。
error-SEAT-TAKEN = この席には着けません。
error-SEATED-TWICE = 同じテーブルにゲストとアカウントの両方で参加しています。先にそのゲームを終えてください。
error-SEATS-OPEN = まだ空席があります。
error-SESSION-ENDED = この端末はサインアウトされました。もう一度サインインするか、最初からやり直してください。
error-SESSION-NOT-FOUND = この端末はもうサインインしていません。
error-SIGN-IN-NOT-RECENT = ご本人の確認のため、先にもう一度サインインしてください。
error-SIGN-IN-REFUSED = サインインを確認できませんでした。もう一度始めてください。
error-SIGN-IN-UNKNOWN = このサインインは古すぎるか、ここで始めたものではありません。もう一度始めてください。
error-STORE-FULL = 今は空き容量がありません。何も変更されていません。しばらくしてからもう一度お試しください。
error-STORE-UNAVAILABLE = データの保存先が応答しません。もう一度お試しください。
error-TABLE-ARCHIVED = このテーブルは記録に移されました。もう変わることはありません。
error-TABLE-BUSY = テーブルの更新が続いています。もう一度お試しください。
error-TABLE-CLOSED = このテーブルは閉じられました。
error-TABLE-FULL = 空席がありません。
error-TABLE-NOT-FOUND = テーブルがないか、非公開です。
error-TABLE-NOT-STARTED = ゲームはまだ始まっていません。
error-TABLE-NOT-STRANDED = このテーブルのルールは提供されています。
error-TABLE-PAUSED = 全員が再開に同意するまで中断しています。
error-TABLE-STARTED = このテーブルはもう募集していません。
error-TABLE-STRANDED = このテーブルのルールのバージョンは現在提供されていません。時計は止まっており、再び提供されると続きから遊べます。
error-TAKEBACK-CLOSED = この提案はもう受け付けていません。
error-TAKEBACK-DECLINED = 提案は断られました。誰かが次の手を選ぶまでお待ちください。
error-TAKEBACK-OPEN = 取り消しの提案が返事を待っています。
error-TERMS-CHANGED = ホストが条件を変更しました。テーブルを確認してください。
error-TOKEN-EXPIRED = 長い間離れていたため、最初からやり直してください。
error-TOKEN-INVALID = このサーバーに登録がありません。最初からやり直してください。
error-TOKEN-MISSING = 先にプレイヤーとして登録してください。
error-TOKEN-REVOKED = このトークンはもう使えません。最初からやり直してください。
error-TOO-MANY-CALLS = このサーバーは同時呼び出し数の上限（{ $most }）に達しています。もう一度お試しください。
error-TOO-MANY-CALLS-OF-ADDRESS = 同じアドレスから同時に行える呼び出しは{ $most }件までです。もう一度お試しください。
error-TOO-MANY-REQUESTS = 同時に処理できるのは{ $most }件までです。
error-TOO-MANY-SUBSCRIPTIONS = 登録できるのは{ $most }件までです。先に1件削除してください。
error-TOO-MANY-TABLES = 同時に開けるテーブルは{ $most }卓までです。先にどれかを終わらせてください。
error-TOO-MANY-WAYS-IN = サインイン方法は1つのアカウントに{ $most }個までです。
error-UNDO-REFUSED = もう公平には取り消せません。
error-UNKNOWN-ANNOUNCEMENT = そのお知らせはありません。
error-UNKNOWN-BOT = このボットは今は利用できません。
error-UNKNOWN-CALL = このサーバーにはない操作です。
error-UNKNOWN-CALLER = このサービスは、自分のプラットフォーム以外からの呼び出しには応じません。
error-UNKNOWN-EVENT = 記録に{ $event }番はありません。最後は{ $last }番です。
error-UNKNOWN-GAME = そのゲームはここにありません。
error-UNKNOWN-LANGUAGE = この言語の文言はありません。使える言語：{ $languages }。
error-UNKNOWN-OPTION = 選べない選択肢です。
error-UNKNOWN-PACK = このカードセットはここにはありません。
error-UNKNOWN-PLAYER = そのようなプレイヤーはいません。
error-UNKNOWN-PROVIDER = そのサービスではサインインできません。
error-UNKNOWN-PUZZLE = その問題はありません。
error-UNKNOWN-RULES-VERSION = このバージョンのルールはもうここでは遊べません。
error-UNKNOWN-SUBSCRIPTION = そのような登録はありません。
error-UNKNOWN-TOKEN = そのようなトークンはありません。
error-UNKNOWN-VALUE = { $field }に{ $value }は指定できません。
error-WAY-IN-NOT-FOUND = そのサインイン方法はあなたのアカウントにありません。
error-WAY-IN-TAKEN = このサインイン方法は別のアカウントで使われています。
error-WORDS-REFUSED = このホストではこの言葉は表示できません。
error-WOULD-BE-UNRATED = 取り消すと、このゲームはレーティングの対象外になります。それでよいことを確認してください。
error-YOU-BLOCKED = このテーブルには、あなたがブロックした{ $player }さんがいます。席に着くには、先にブロックを解除してください。
error-ENTRANT-NAME-TAKEN = あなたの名前は、エントリー済みの{ $player }さんの名前とよく似ています。名前を変えるとエントリーできます。
error-INVALID-PAIRINGS = この組み合わせではラウンドになりません。参加者は全員、1つのテーブルに着くか、不戦勝になります。
error-INVALID-RESULT = このテーブルの結果ではありません。
error-INVALID-TOURNAMENT-TERMS = この条件では大会を開けません（{ $field }）。
error-NOT-ELIGIBLE = { $limit ->
    [min_rating] この大会に出るにはレーティングが足りません。
    [max_rating] この大会に出るにはレーティングが高すぎます。
    [min_account_age] この大会に出るには、まだ利用期間が足りません。
    [max_entrants] この大会は満員です。
    [last_late_round] この大会には、もう途中参加できません。
    [blocked_organiser] 主催者をブロックしています。エントリーするには、先にブロックを解除してください。
    [entrants] この大会にはすでにエントリーしています。
    [helpers] これ以上スタッフを増やせません。
    [invited] これ以上招待できません。
   *[other] この大会にはエントリーできません。
}
error-NOT-ORGANISER = この大会の主催者だけができます。
error-TOO-MANY-TOURNAMENTS = 同時に開ける大会は{ $most }件までです。先に1件が終わるのを待ってください。
error-TOURNAMENT-BUSY = 大会の更新が混み合っています。もう一度お試しください。
error-TOURNAMENT-NOT-FOUND = 大会がないか、非公開です。
error-TOURNAMENT-PAUSED = この大会は中断しています。
error-UNKNOWN-ENTRANT = このプレイヤーは大会にエントリーしていません。
error-UNKNOWN-PAIRING = 大会にそのラウンドや組み合わせはありません。
error-WRONG-TOURNAMENT-STAGE = 大会はいま、この操作ができる段階ではありません。
