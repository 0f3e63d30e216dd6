# ページ自身のことば

title = Galaxy Tables
skip = テーブルへ
language = 言語
theme = 明るさ
theme-dark = ダーク
theme-light = ライト
theme-system = システムに合わせる
loading = 読み込み中…
board-title = テーブル
board-failed = このゲームのボードでエラーが起きたため、内容を一覧で表示しています。
back = テーブル一覧

welcome-title = 席につく
welcome-text = レース・フォー・ザ・ギャラクシー、ロール・フォー・ザ・ギャラクシー、ジャンプドライブ、ビヨンド・ザ・サンを、ボットや友人と。登録不要、名前だけで遊べます。
welcome-name = 他の人に見える名前
welcome-enter = 入る
door-picture = ここの特色
door-fair = 検証できる乱数
door-fair-text = シードの指紋をゲームの前に公開。終了後にブラウザが照合し、同じシードからゲーム全体を再現できます。
door-games = 4つのゲーム、5つの拡張
door-games-text = レース・フォー・ザ・ギャラクシーは拡張の3系列すべてに対応。目標、占領、オーブ、侵略も遊べます。
door-bots = 考えるボット
door-bots-text = 初心者から先を読むボットまで。見える情報はあなたと同じです。
door-open = 誰でも自由に
door-open-text = オープンソースでAPIも公開。登録も広告もありません。
forget = この端末の登録を消す
forget-sure = 名前、ゲーム、レーティングには二度と戻れません。消しますか？
dialog-cancel = キャンセル

lobby-mine = あなたのテーブル
lobby-open = 空席のあるテーブル
lobby-running = プレイ中
lobby-new = 新しいテーブル
lobby-players = 人数
lobby-invitation = 招待（リンクかコード）
lobby-invitation-go = 行く
lobby-game-away = 応答がありません
lobby-stranded = 停止中：ルールの提供待ち
lobby-join = 見る
lobby-watch = 観戦
lobby-play = 遊ぶ
lobby-turns = { $count }卓があなたを待っています
lobby-seats = { $seats }席中{ $taken }席
lobby-all-games = すべてのゲーム
lobby-hello = { $who }さん、何を遊びますか？
lobby-people = 公開テーブル{ $tables }卓に{ $people }人
lobby-play-now = すぐ遊ぶ
lobby-join-now = { $who }さんと遊ぶ
lobby-now-alone = テーブルを開いて人を待ちます
lobby-opening = 準備中…
lobby-now-with = { $who }さんが今ここで待っています
lobby-now-bots = すぐ開始：{ $bot }（{ $count }体）
lobby-minutes = { $least }～{ $most }分
lobby-weight-2 = 軽め
lobby-weight-3 = 中くらい
lobby-weight-4 = 重め
lobby-about-jump = 7ラウンドほどで帝国を築く、手早いカードゲーム。
lobby-about-race = フェイズをこっそり選び、他の人の選択にも乗る。
lobby-about-roll = ダイスは働き手。振って、割り当てて、働かせる。
lobby-about-beyond = 研究し、探検し、入植する。技術の樹は全員で共有。
lobby-round = { $round ->
    [0] 開始直後
   *[other] ラウンド{ $round }
}
lobby-left = 残り{ $time }
lobby-all = { $count }卓すべてを表示
unit-vp = 点

new-title = 新しいテーブル
new-owners = ゲームをお持ちの方へ
new-seats = 席数
new-name = テーブルの名前
new-name-usual = { $who }のテーブル
new-time = 持ち時間
new-time-none = 時間制限なし
new-time-none-text = 好きなだけ考えられます。
new-spectators = 観戦者への表示
spectators-behind =
    { $choices ->
        [0] すぐに
       *[other] { $choices }手遅れ
    }
new-private = 招待制（レーティング対象外）
new-rated = レーティング対象（合意で取り消すまで）
new-strict = レーティング対象（合意による取り消しなし）
new-casual = レーティング対象外（カジュアル）
new-with = 相手
new-with-bots = ボット
new-bot = ボットの種類
new-with-people = 人
new-bounds = { $least }～{ $most }（通常は{ $usual }）。
new-depends = 「{ $options }」によります。
new-no-effect = 今は影響しません。
new-options = オプション
option-on = あり
option-off = なし
new-preset = 遊び方
preset-first = はじめて
preset-standard = 標準
preset-everything = 全部入り
preset-about-first-jump = 初心者向けの手札、やさしいボット
preset-about-first-race = 推奨手札つきの初期ワールド、やさしいボット
preset-about-first-roll = 初期タイルは安い面、やさしいボット
preset-about-first-beyond = 基本マット、やさしいボット
preset-about-standard-jump = 箱のとおりの通常ルール
preset-about-standard-race = 基本セットの通常ルール
preset-about-standard-roll = 箱のとおりの通常ルール
preset-about-standard-beyond = 基本マットの通常ルール
preset-about-everything-race = 「戦争の影」までの第1系列、ニューワールド、目標、占領
preset-about-everything-beyond = 独自の能力を持つ上級マット
new-changed = { $count ->
    [0] すべて標準
   *[other] { $count }件変更
}
new-more = 名前・観戦・レーティング
new-summary-bots = { $seats }席 · { $bot }
new-summary-people = { $seats }席 · 人を待つ
new-open-people = テーブルを開く

room-host = ホスト
room-ready = 準備完了
room-not-ready = 準備中
room-free = 空席
room-sit = 座る
room-add-bot = ボットを加える
room-remove = 退席させる
room-leave = 席を立つ
room-get-ready = 準備できました
room-not-yet = やはりまだ
room-start = 開始
room-waiting = 全席が埋まり全員の準備ができたらホストが開始します。
room-invite = このリンクで招待
room-copy = コピー
room-copied = コピーしました
room-terms = 条件
room-private = 招待制
room-public = 公開
room-fair = すべての乱数は、指紋が { $digest }… のシードから生まれます。

people-seat = 席{ $number }

bot-random = でたらめボット
bot-greedy = せっかちなボット
bot-heuristic = 経験則ボット
bot-easy = やさしいボット
bot-normal = ふつうのボット
bot-hard = 強いボット
bot-best = 最強のボット
bot-named = { $bot }（ボット）
bot-about = { $bot }：{ $level }。{ $manner }
thinks = 考え中
thinks-for = { $seconds }秒

live-connecting = 接続しています
live-live = 接続中
live-lost = 接続が切れました。再試行中（{ $attempt }）
live-over = 終了

turn-yours = あなたの番
turn-waiting = { $who }を待っています
turn-over = ゲーム終了
turn-stranded = 停止中：このテーブルのルールのバージョンは現在提供されていません
turn-paused = 中断中

clock-bank = この手に{ $own }、そのあと予備時間{ $bank }

question-choose = { $count }つ選ぶ
question-choose-one-or-none = 1つ選ぶか、選ばない
question-choose-range = { $least }～{ $most }つ選ぶ
question-choose-up-to = { $most }つまで選ぶ
question-choose-any = 好きなだけ選ぶ
question-in-order = { $wanted }（順番も）
question-none = 選ばない
question-answer = 決定
question-answer-with = { $what }
question-marked = { $count }つ選択中
question-clear = 消す
question-missing = あと{ $count }つ
question-undo = 取り消す
passing-always = 今後このような質問には「選ばない」と答える
passing-soon = まもなく自動で「選ばない」と答えます。
passing-stop = 止める
passing-ask = すべての質問に自分で答える
question-propose = 取り消しを提案
question-why = なぜ選べない？
question-why-otherwise = その他
question-why-nothing = この質問の対象は、すべて選べます。
question-hint = ヒント
hint-by = { $bot }の答え（良い順）：
hint-nothing = 選ばない
hint-win-percent = 勝つ見込み{ $number }%
hint-expected-points = 最終得点の見込み{ $number }点
hint-points = 得点にして{ $number }点
hint-tables = 考えられる盤面{ $number }通りで試行
question-sending = 送信中…
question-rule = ルール { $paragraph }
question-sum = { $name }：{ $sum }
question-narrowed = { $what }に関するものだけ
question-all = すべて表示
question-spectator = 観戦中です。

takeback-asked = { $who }が{ $choices }手の取り消しを提案しています。
takeback-own = 取り消しを提案しています。他の人の同意が必要です。
takeback-sure = 取り消しを提案しますか？
takeback-accept = 同意
takeback-decline = 断る
takeback-withdraw = 取り下げる

pane-log = 記録
pane-chat = チャット
chat-send = 送る
chat-text = テーブルの全員に話す
chat-none = まだ誰も話していません。
chat-watching = { $who }（観戦）
log-taken-back = 取り消し

past-title = { $round ->
    [0] 最初のラウンドの前の様子
   *[other] ラウンド{ $round }の様子
}（{ $steps }のうち{ $step }）
past-first = 最初へ
past-back = 1つ戻る
past-on = 1つ進む
past-now = 現在へ
past-looking = 過去を見ています。いまのテーブルはそのままです。
past-slider = ゲームの時点

more = その他
table-pause = 中断を提案
table-resume = 再開する
table-rated = レーティング対象
table-unrated = レーティング対象外
table-resign = 投了
table-resign-sure = 投了しますか？続けた人全員より下位になり、2人戦なら終了します。
table-claim-end = ゲームを終える
table-rematch = もう一度
table-next = 次のテーブル
table-vacation = 休暇
table-back-from-vacation = 休暇から戻る

result-win = あなたの勝ち！
result-wins = { $who }の勝ち。
result-shared = { $who }が勝利を分け合いました。
result-nobody = 勝者なし。
result-player = プレイヤー
result-total = 合計
result-rank = 順位

error-unavailable = サーバーが応答しません。少し待ってからもう一度お試しください。
error-unknown = 問題が起きました（{ $code }）。
error-with-paragraph = { $words }（{ $paragraph }）

keeps-nothing = このブラウザには何も保存できません。ページを閉じるまでは今の名前で遊べます。
trying = サーバーが応答しません。再接続しています…
nothing-here = ここには何もありません
nothing-why = リンクが不完全か間違っているか、非公開またはすでに無いものを指しています。
name-other = 別の名前
name-change = 名前を変える
name-take = この名前にする
name-take-and-sit = この名前にして座る
name-other-in-profile = プロフィールで別の名前にする
table-closed = 「{ $name }」はゲームが始まる前に閉じられました。
room-sent-away = ホストがあなたをこのテーブルから外しました。ここには座れません。
room-changed = ホストが変更しました
room-changed-term = { $name }：{ $before } → { $after }
room-copy-by-hand = このブラウザではコピーできません。選択されたリンクを Ctrl+C（Mac は ⌘C）でコピーしてください。
time-per-move = 1手{ $time }
time-budget = 全体で{ $time }
time-increment = 1手ごとに{ $time }戻る
time-cap = 最大{ $time }
time-bank = 予備{ $time }
time-vacation = 休暇{ $time }
time-misses = { $count }回続けて時間切れになると席を失う
question-kept = 接続が戻りしだい回答を送ります。
pause-stands = 中断中です。全員が再開に同意するまで（最長1週間）時計は止まります。
pause-own = 中断を提案しました。他の人の同意を待っています。
pause-own-end = 再開を提案しました。他の人の同意を待っています。
pause-asked = { $who }が中断を提案しています。全員が再開に同意するまで時計は止まります。
pause-end-asked = { $who }が再開を提案しています。
pause-not-now = 今はしない
again = このテーブルの再戦が始まります。
again-by = { $who }が同じ顔ぶれでの再戦を提案しています。
again-go = 新しいテーブルへ
result-left = { $who }が投了しました。
result-gone = 退席
result-by-resigned = { $who }が投了しました。
result-by-clocked-out = { $who }が時間切れになりました。
result-by-stalled = 続ける人がいませんでした。
result-by-abandoned = { $who }がテーブルを離れました。
result-by-closed-by-operator = 運営者がゲームを終了しました。
chat-over = ゲームは終了しました。ここではもう発言できません。
chat-players-only = このテーブルではプレイヤーだけが発言できます。

settings = 設定
settings-motion = コマの動きを表示
settings-sound = 他のテーブルで手番が来たら音で知らせる
settings-notify = システム通知
text-size = 文字の大きさ
text-usual = 標準
text-large = 大
text-huge = 特大

ratings-title = レーティング
ratings-bots = ボットも表示
ratings-value = レーティング
ratings-spread = 実力とその確かさ
ratings-games = ゲーム数
ratings-none = まだレーティングのある人はいません。
profile-title = プレイヤー
profile-record = レーティング対象{ $games }戦{ $won }勝
profile-skill = 実力 { $skill }
profile-plot = { $game }のレーティングの推移
profile-unrated = レーティング対象のゲームはまだありません。
profile-games = プレイしたゲーム
profile-results = 勝ち負け
profile-won = 勝ち
profile-lost = 負け
profile-no-games = 終了したゲームはありません。
profile-more = もっと見る
result-end = ゲームの結果
result-ahead = { $who }に{ $points }点差
result-tie-break = { $who }と同点。タイブレークは{ $own }対{ $other }。
result-own = あなたは{ $rank }位、{ $points ->
    [0] 同点です。
   *[other] { $points }点差です。
}
result-round = ラウンド{ $round }
result-show-round = ラウンド{ $round }終了時の盤面
try-again = もう一度
records = 自己記録を更新
records-best = 自己記録
records-first = この条件での初めてのゲームです。{ $points }点があなたの記録になります。
records-games = 同じ設定・同じ人数での{ $games }戦中の最高得点：{ $points }点
record-points = 最高得点：{ $value }点（これまで{ $before }点）
record-margin = 最大の点差：{ $value }点（これまで{ $before }点）
record-rounds = 最短の勝利：{ $value }ラウンド（これまで{ $before }）
record-streak = { $value }連勝（これまで{ $before }）
record-rating = 最高レーティング：{ $value }（これまで{ $before }）
record-source = { $source }：{ $value }点（これまで{ $before }点）
analysis = 勝負の分かれ目
analysis-about = ボットがあなたの手を先まで読み、最も損をした選択を3つまで示します。そのときの盤面、あなたの選択、ボットの選択が分かります。
analysis-expected = 勝つ見込み{ $win }%
analysis-tried = { $tables }回先読みして、勝つ見込み{ $win }%
analysis-cost = ラウンド{ $round }で勝つ見込みは{ $before }%から{ $after }%になりました（全員の手と運を含む）。この選択そのもので逃したのは、100回あたり{ $percent }回分の勝ちです。
analysis-fell = ラウンド{ $round }で勝つ見込みは{ $before }%から{ $after }%になりました。あなたの選択は{ $bot }の読みに入っていません。
analysis-show = 盤面で見る
analysis-marked = 盤面では、あなたの選択は選択済みの印、{ $bot }の選択は破線で示します。
past-end = 結果に戻る
share = 共有
share-picture = 結果の画像：名前、得点、内訳の棒
share-about = リンクがあれば、名前もアカウントもなしでゲーム全体を見られます。メッセージアプリではこの画像が表示されます。
share-link = ゲームへのリンク
share-send = 送る…
share-save = 画像を保存
result-play = 自分で遊んでみる
result-by-source = 内訳ごとの得点
result-rating = { $who }のレーティング：{ $before } → { $after }（{ $change }）
result-by-round = ラウンドごとの得点
past-round = ラウンド
past-play = 続けて再生
past-stop = 停止
analysis-ask = 分かれ目を見る
analysis-working = ボットが手を調べています…
analysis-by = { $bot }から見て、損の大きかった選択：
analysis-even = { $bot }から見て、一つで勝敗を決めた選択はありません。
analysis-unknown = { $bot }は、ここでは勝つ見込みを示しません。
analysis-swing = ラウンド{ $round }：{ $before }% → { $after }%
analysis-chosen = あなたの選択
analysis-otherwise = { $bot }の選択
fair-verify = 公正だったか確かめる
fair-commitment = シードはゲーム前に公開された指紋と一致（このブラウザで計算）
fair-noted = ゲーム前にこのブラウザが控えた指紋と一致
fair-entropy = このブラウザが加えた乱数が記録に含まれている
fair-secret = シードはゲーム前には秘密だった（手ほどきやお試しのテーブルのシードは知られていました）
fair-replay = この記録のシードと選択から同じゲームが再現される（サーバーの回答）
fair-unknown = 控えがありません
fair-key = 抽選の鍵：
question-list = 一覧
pane-rules = ルール
rules-search = ルールを検索
rules-none = 見つかりません。
room-code = 同じリンクのQRコード

# 選んだものの費用と得るものの合計
sum-cards = カード
sum-cost = コスト
sum-credits = クレジット
sum-discard = 捨て札
sum-military = 軍事力
sum-pay = 支払い
sum-prestige = 威信
sum-saving = 割引
sum-spend = 使う威信
sum-strength = 強さ
sum-vp = 勝利点
