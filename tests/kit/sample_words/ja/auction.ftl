game = オークション

prompt-bid-card = カードを1枚入札してください。
prompt-bid-swap = { $most }枚まで交換できます。
    .rule = 2枚なら偶数と奇数を1枚ずつです。
prompt-draft-look = 見るカードを選んでください。
prompt-draft-take = 取るカードを選んでください（{ $looked }を見ました）。

fact-worth = 価値{ $value }

event-swapped = { $seat }は{ $count }枚交換しました。
event-swapped-own = { $count }枚交換し、{ $first }を引きました。
event-revealed = { $seat }の入札は{ $card }です。
event-looked = { $seat }は{ $card }を見ました。
event-took = { $seat }は{ $card }を取りました。
event-paused = { $steps }の後の休憩です。

word-bid = 入札
word-draft = ドラフト

reason-taken = すでに取られています。

refusal-even-and-odd = 交換する2枚は偶数と奇数を1枚ずつにしてください。
refusal-too-many-rounds = 速いゲームは{ $most }ラウンドまでです。

setting-rounds = ラウンド数
    .text = 何ラウンド遊ぶか。
setting-pace = 速さ
    .text = 手札の枚数。
setting-pace-slow = ゆっくり
setting-pace-quick = 速い
setting-dice = サイコロ
    .text = ラウンドごとにボーナスを振ります。

score-bids = 入札
