# グーフシュピールの言葉。

game = グーフシュピール

prompt-bid = { $prizes }にどのカードを入札しますか？
piece-bid = { $b }
option-bid = { $value }を入札する

event-turned-up = ラウンド{ $round }の賞品は{ $prizes }です。
event-bid = { $seat }の入札は{ $value }です。
event-won = { $seat }が{ $prizes }を獲得しました（{ $points }点）。
event-stayed = { $prizes }は誰も獲得せず、場に残ります。
event-lost = { $prizes }は誰も獲得せず、ゲームから除かれます。

kind-prize = 賞品、{ $points }点
score-prizes = 賞品

setting-prizes = 賞品の枚数
    .text = 賞品と入札カードの枚数（1.1）。
setting-ties = 同値のとき
    .text = 最高の入札が並んだときの扱い（3.2）。
setting-ties-stay = 賞品は次のラウンドに持ち越す
setting-ties-lost = 賞品はゲームから除く
setting-ties-single = 他と並ばない最高の入札が獲得する

field-round = ラウンド
field-rounds = 全ラウンド
field-prizes = 今の賞品
field-deck = 残りの賞品
field-lost = 除かれた賞品
field-points = 得点
field-bid = あなたの入札
field-hand = 手札
field-won = 獲得した賞品
field-spent = 出した入札
