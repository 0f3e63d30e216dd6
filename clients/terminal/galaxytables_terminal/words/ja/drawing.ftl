# いくつかのゲームの盤面に共通の文言。

draw-round = 第{ $round }ラウンド
draw-deck = 山札{ $cards }
draw-vp = VP
draw-cards = { $count ->
   *[other] 枚
}
draw-military = 軍事力{ $strength }
draw-against = { $against }に{ $strength }
draw-cost = コスト{ $cost }
draw-defense = 防御{ $defense }
draw-pay = 支払{ $price }
draw-conquer = 征服
draw-no-cards = カードなし
draw-turn = { $who }の手番
draw-last-round = 最終ラウンド
