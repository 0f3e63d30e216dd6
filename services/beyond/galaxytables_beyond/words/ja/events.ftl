# ログ。

event-turn = ラウンド{ $round }：{ $seat }のターンです。
event-action = { $seat }は{ $card }に移動しました。
event-no-action = { $seat }が使えるスペースはありません。
event-paid = { $population ->
    [0] { $seat }は鉱石{ $ore }を支払いました。
   *[other] { $ore ->
        [0] { $seat }は住民{ $population }を返却しました。
       *[other] { $seat }は鉱石{ $ore }を支払い、住民{ $population }を返却しました。
    }
}
event-gained-ore = { $seat }は鉱石{ $ore }を獲得しました。
event-populated = { $seat }はサプライキューブ{ $cubes }個を住民にしました。
event-built = { $seat }は{ $place }にレベル{ $level }の宇宙船を建造しました。
event-upgraded = { $seat }は{ $place }の宇宙船をレベル{ $level }にアップグレードしました。
event-moved = { $seat }はレベル{ $level }の宇宙船を{ $start }から{ $end }へ移動しました。
event-controlled = { $seat }は{ $disc }のディスクで{ $place }を支配しました。
event-taken-over = { $seat }は{ $disc }のディスクで{ $loser }から{ $place }を奪いました。
event-control-lost = { $seat }は{ $place }の支配を失い、{ $disc }のディスクが戻りました。
event-control-bonus = { $seat }は{ $place }のボーナスを獲得しました。
event-settled = { $seat }は合計軍事力{ $strength }の宇宙船{ $ships }隻を入植させました。
event-banished = { $seat }の宇宙船{ $ships }隻が深宇宙に追放されました。
event-colonized = { $seat }は{ $place }の{ $system }を植民地化しました。
event-system-revealed = { $place }に{ $system }が見つかりました。
event-colony-disc = { $seat }は{ $system }に{ $disc }のディスクを置きました。
event-automated = { $seat }は{ $disc }のディスクを自動化し、レベル{ $level }になりました。
event-shifted = { $seat }はサプライキューブを列{ $source }から列{ $target }へ移しました。
event-explored = { $seat }は未発見のスロット{ $slot }を研究しました。
event-event = イベント：{ $event }。
event-guild-opened = { $guild }が使えるようになりました。
event-system-added = 既知の線の先に{ $system }が見つかりました。
event-scoring-attached = { $event }はゲーム終了時に得点になります。
event-turned-up = { $seat }は{ $type }の技術を探し、{ $cards }を公開しました。
event-turned-up-privately = { $seat }は{ $cards }を公開しました。
event-kept = { $seat }は{ $technology }を手元に残しました。
event-discovered = { $seat }はスロット{ $slot }に{ $technology }を発見しました。
event-researched = { $seat }はスロット{ $slot }の{ $technology }を研究しました。
event-copied = { $seat }は{ $card }のアクションを実行しました。
event-power-used = { $seat }は{ $card }の能力を使いました。
event-exchanged = { $seat }は{ $achievement }のディスクを{ $disc }のディスクと取り替えました。
event-grew = { $seat }は人口増加で住民{ $cubes }を得ました。
event-mined = { $seat }は鉱石{ $ore }を生産しました。
event-trades = { $seat }は資源交換を選びました。
event-bought-population = { $seat }は鉱石{ $ore }で住民を得ました。
event-sold-population = { $seat }は住民を返却して鉱石{ $ore }を得ました。
event-retired = { $seat }は鉱石{ $ore }を支払い、レベル{ $level }の宇宙船を退役させました。
event-achieved = { $seat }は{ $achievement }を達成し、{ $points }勝利点を得ました。
event-end-triggered = ゲーム終了の条件が満たされました。ラウンド{ $round }が最終ラウンドです。
event-round-limit = ラウンド数の設定により、ラウンド{ $round }が最終ラウンドです。
event-game-ended = 最後のラウンドが終わり、得点を数えます。

# Slots as the board names them.
word-slot-I1 = I-1
word-slot-I2 = I-2
word-slot-I3 = I-3
word-slot-I4 = I-4
word-slot-II1 = II-1
word-slot-II2 = II-2
word-slot-II3 = II-3
word-slot-II4 = II-4
word-slot-II5 = II-5
word-slot-II6 = II-6
word-slot-III1 = III-1
word-slot-III2 = III-2
word-slot-III3 = III-3
word-slot-III4 = III-4
word-slot-III5 = III-5
word-slot-III6 = III-6
word-slot-IIII1 = IV-1
word-slot-IIII2 = IV-2
word-slot-IIII3 = IV-3
