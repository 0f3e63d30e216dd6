# 受け付けられない操作とその理由。

error-ALREADY-RESIGNED = この席はすでに投了しています。
error-ALREADY-SEATED = このテーブルにはすでに着席しています。
error-ARCHIVE-UNAVAILABLE = ゲームの記録が応答しません。もう一度お試しください。
error-CHAT-NOT-ALLOWED = このテーブルではプレイヤーだけがメッセージを書けます。
error-CHAT-TOO-FAST = メッセージは{ $seconds }秒間に{ $most }件までです。少しお待ちください。
error-CHOICE-REFUSED = ルール上できません（{ $paragraph }）。
error-DRAINING = このサーバーはまもなく停止します。もう一度お試しください。
error-END-NOT-CLAIMABLE = まだ他のプレイヤーがいるため、ゲームを終了できません。
error-ENTROPY-TOO-LONG = 乱数に加えられるのは{ $most }バイトまでです。
error-GAME-NOT-ARCHIVED = ゲームを記録に移しているところです。もう一度お試しください。
error-GAME-NOT-OVER = ゲームはまだ終わっていません。
error-GAME-OVER = ゲームは終了しています。
error-GAME-UNAVAILABLE = このゲームのルールが応答しません。もう一度お試しください。
error-HISTORY-FULL = 記録がいっぱいのため、ゲームを進めることしかできません。
error-INTERNAL = サーバーで問題が起きました。
error-INVALID-DELAY = 観戦者の遅れは{ $most }手までです。
error-INVALID-FILTER = この条件では記録を探せません。
error-INVALID-MESSAGE = メッセージは見える文字で{ $least }～{ $most }文字です。
error-INVALID-NAME = 名前は見える文字で{ $least }～{ $most }文字です。
error-INVALID-OPTION = オプション「{ $option }」に「{ $value }」は指定できません。
error-INVALID-PAGE-TOKEN = この一覧の続きは表示できません。最初からやり直してください。
error-INVALID-REQUEST = この要求は受け付けられません。
error-INVALID-REQUEST-ID = リクエストIDは表示できる文字で{ $least }～{ $most }文字です。
error-INVALID-SEATS = { $seats }人では遊べません。{ $least }～{ $most }人用です。
error-INVALID-TIME-CONTROL = この持ち時間は設定できません。
error-INVITATION-REQUIRED = 非公開のテーブルです。招待コードで参加してください。
error-LOBBY-UNAVAILABLE = ゲームサーバーが応答しません。もう一度お試しください。
error-MALFORMED-REQUEST = この要求は読み取れません。
error-NAME-TAKEN = よく似た名前の人がすでにいます。
error-NO-JSON-FORM = この内容はJSONでは表せません。
error-NOTHING-TO-UNDO = 取り消せる手がありません。
error-NOT-A-BOT-HOST = ボットのホスト専用です。
error-NOT-HOST = テーブルのホストだけができます。
error-NOT-READY = 全員の準備が整っていません。
error-NOT-SEATED = このテーブルのその席ではプレイしていません。
error-NO-BOT-THERE = その席にボットはいません。
error-NO-PLAYER-THERE = その席に退席させる人はいません。
error-NO-VACATION = このテーブルで使える休暇は残っていません。
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
error-REQUEST-ID-REUSED = このIDでは別の要求がすでに送られています。
error-REQUEST-TOO-LARGE = この要求は大きすぎます。
error-SEATS-OPEN = まだ空席があります。
error-SEAT-TAKEN = この席には着けません。
error-SENT-AWAY = ホストによってこのテーブルから退席させられました。
error-STORE-UNAVAILABLE = データの保存先が応答しません。もう一度お試しください。
error-TABLE-ARCHIVED = このテーブルは記録に移されました。もう変わることはありません。
error-TABLE-BUSY = テーブルの更新が続いています。もう一度お試しください。
error-TABLE-FULL = 空席がありません。
error-TABLE-NOT-FOUND = テーブルがないか、非公開です。
error-TABLE-NOT-STARTED = ゲームはまだ始まっていません。
error-TABLE-PAUSED = 全員が再開を希望するまで中断しています。
error-TABLE-STARTED = このテーブルはもう募集していません。
error-TAKEBACK-CLOSED = この提案はもう受け付けていません。
error-TAKEBACK-DECLINED = 提案は断られました。誰かが次の手を選ぶまでお待ちください。
error-TAKEBACK-OPEN = 取り消しの提案が返事を待っています。
error-TERMS-CHANGED = ホストが条件を変更しました。テーブルを確認してください。
error-TOKEN-EXPIRED = 長い間離れていたため、最初からやり直してください。
error-TOKEN-INVALID = このサーバーに登録がありません。最初からやり直してください。
error-TOKEN-MISSING = 先にプレイヤーとして登録してください。
error-TOO-MANY-REQUESTS = 同時に処理できるのは{ $most }件までです。
error-UNDO-REFUSED = もう公平には取り消せません。
error-UNKNOWN-BOT = このボットは今は利用できません。
error-UNKNOWN-CALL = このサーバーにはない操作です。
error-UNKNOWN-EVENT = ログに{ $event }番はありません。最後は{ $last }番です。
error-UNKNOWN-GAME = そのゲームはここにありません。
error-UNKNOWN-LANGUAGE = この言語の文言はありません。使える言語：{ $languages }。
error-UNKNOWN-OPTION = 選べない選択肢です。
error-UNKNOWN-PACK = このカードセットはここにはありません。
error-UNKNOWN-RULES-VERSION = この版のルールはもうここでは遊べません。
error-UNKNOWN-VALUE = { $field }に{ $value }は指定できません。
