# プレイ中のテーブル：プレイヤー、手番、記録、会話、結果。

board-title = テーブル
board-waiting = テーブルの表示を待っています…
pane-card = カード
pane-log = 記録
pane-talk = 会話

seats-time-left = 残り{ $time }
seats-part-banked = （うち予備時間{ $time }）
seats-banked = + 予備時間{ $time }
seats-on-vacation = 休暇中
seats-wishes-to-go-on = 再開を提案
seats-wishes-a-pause = 中断を提案
seats-missed = 時間切れ{ $count }回

turn-over = ゲーム終了
turn-stranded = 停止中：このテーブルのルールのバージョンは現在提供されていません
turn-paused = 中断中
turn-paused-resume = 中断中（z：再開を提案）
turn-left-alone = 他の全員がいなくなりました（E：ゲームを終了）
turn-pause-asked = { $who }が中断を提案しています（z：同意）
turn-pause-wished = { $who }が中断を提案しています
turn-yours = あなたの番です
turn-waiting = 待っています
turn-idle = { $words }。
turn-waiting-for = { $who }を待っています
turn-thinks = 考え中{ $seconds }秒

missed-title = 離れている間の出来事：
missed-keys = { $earlier ->
    [0] b: 1つずつ見る   esc: 閉じる
   *[other] 他に{ $earlier }件 · b: 1つずつ見る   esc: 閉じる
}

log-taken-back = （取り消し）
takeback-own = { $choices }手の取り消しを提案中：{ $who }の同意が必要です（n：取り下げ）
takeback-proposed = { $who }が{ $choices }手の取り消しを提案しています
takeback-asked = { $who }が{ $choices }手の取り消しを提案しています（y：同意、n：断る）

talk-speaker = { $who }：
talk-watching = { $who }（観戦）
talk-says = { $who }：{ $text }
talk-to-all = テーブルの全員へのメッセージ
talk-unsaid = 送信できませんでした（cで書いた文に戻ります）：{ $why }
talk-over = ゲームは終了しました。ここではもう発言できません。

table-come-back = 戻るには   make play TABLE={ $table }
table-notice = 内容物について
table-connection-lost = 接続が切れました。{ $seconds }秒後に再接続（{ $attempt }回目）：{ $why }
table-nothing-to-take-back = 取り消せる手がありません。
table-propose = 最後の手の取り消しを提案しますか？全員の同意が必要です。
table-unrates = { $question }{ $consequence }
table-rated = レーティング対象
table-unrated = レーティング対象外
table-nothing-to-pause = 中断できるゲームがありません。
table-no-clock = 止められる持ち時間がありません。
table-resign = 投了しますか？最後までプレイした人より下の順位になり、2人用のゲームは終了します。
table-resigned = 投了しました。
table-no-vacation = このテーブルには休暇がありません。
table-nothing-to-resign = 投了できるゲームがありません。
table-claim-end = ゲームを終了しますか？他の全員がいなくなったため、あなたの勝ちになります。
table-not-alone = 最後に残った人だけがゲームを終了できます。
table-no-card = 先にカードへ移動してください（tab：テーブルへ）。
table-no-scores = 得点はゲーム終了時に出ます。今の状況はプレイヤーの行にあります。
table-leave = テーブルを離れますか？席は残るので、いつでも戻れます。

result-nobody-wins = 全員がいなくなりました。勝者なし。
result-over = ゲーム終了。
result-you-win = あなたの勝ちです！
result-wins = { $who }の勝ちです。
result-shared = { $who }が勝利を分け合いました。
result-total = 合計
result-tie-break = 同点時
result-place = 順位
result-rank = { $rank }位
result-keys = esc：テーブルを見る   a：分かれ目   r：再戦   o：席を募る   n：新しいテーブル   q：離れる
result-rating = { $who }のレーティング：{ $before } → { $after }（{ $change }）
result-record-away = ゲームの記録を取得できません：{ $why }
result-seed-secret = 乱数のシードはまだ公開されていません。
result-seed-false = 注意：公開された乱数のシードは、ゲーム前に約束されたものと異なります。
result-seed-true = すべての乱数は、ゲーム前に約束されたシードによるものです：{ $seed }…と一致。

turns-title = 勝負の分かれ目
turns-keys = 1～5：盤面を見る   esc：戻る
turns-asking = ボットが手を調べています…
turns-by = { $bot }から見て、損の大きかった選択：
turns-even = { $bot }から見て、一つで勝敗を決めた選択はありません。
turns-untold = 今、このようなテーブルで勝つ見込みを示すボットはいません。
turns-unknown = { $bot }は、ここでは勝つ見込みを示しません。
turns-swing = { $number }  ラウンド{ $round }：{ $before }% → { $after }%
turns-cost = この選択で逃したのは、100回あたり{ $percent }回分の勝ち
turns-unseen = あなたの選択は{ $bot }の読みに入っていません
turns-failed = 調べられません：{ $why }
