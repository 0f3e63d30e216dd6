# 起きたこと。

event-drafted = { $seat }はカードを1枚取りました。
event-drafted-own = { $card }を取りました。
event-draft-ends = ドラフトは{ $rounds }回で終わりました。
event-begins = { $seat }の初期ワールドは{ $world }です。
event-begins-own = 初期ワールドは{ $world }です。手札：{ $hand }。捨て札：{ $discarded }。
event-reinforced = { $seat }は{ $card }を手札に加えました。
event-round-begins = ラウンド{ $round }です。
event-chose = { $seat }は{ $actions }を選びました。
event-phase-begins = { $phase }フェイズが始まります。
event-explored = { $seat }は{ $draws }枚引き、手札は{ $keeps }枚増えました。
event-explored-own = { $drawn }を引き、{ $kept }を手札に加えました。
event-boosts = { $seat }は威信チップを1枚消費し、{ $action }の威信ボーナスを得ます。
event-leads = { $seat }が威信{ $prestige }で威信リーダータイルを獲得しました。
event-lost-lead = { $seat }は威信リーダータイルを失いました。
event-gained-prestige = { $seat }は{ $card }で威信{ $prestige }を得ました。
event-searches = { $seat }の探索：{ $category }。
event-found = { $seat }は{ $card }を手札に加えました。捨てたカード：{ $revealed }。
event-search-failed = { $seat }の探索は失敗しました。捨てたカード：{ $revealed }。
event-took = { $seat }は他のプレイヤーの捨て札{ $count }枚を獲得しました。
event-took-own = 他のプレイヤーの捨て札から{ $cards }を獲得しました。
event-drew = { $seat }は{ $count }枚引きました（{ $why }）。
event-drew-own = { $cards }を引きました（{ $why }）。
event-reshuffled = 捨て札{ $cards }枚を切り直し、新しい山札にしました。
event-shows = { $seat }は{ $card }を公開しました。
event-saved = { $seat }は{ $card }の能力でコストを{ $amount }減らしました。
event-developed = { $seat }は{ $card }を{ $cost ->
    [0] 無料で
   *[other] { $cost }枚支払って
}場に出しました。
event-developed-own = { $card }を場に出しました。支払い：{ $paid }。
event-settled = { $seat }は{ $cost ->
    [0] 無料で
   *[other] { $cost }枚支払って
}{ $card }に移住しました。
event-settled-own = { $card }に移住しました。支払い：{ $paid }。
event-conquered = { $seat }は{ $card }を征服しました（防御力{ $defense }）。
event-boosted = { $seat }は{ $card }でこのフェイズの軍事力を{ $military }得ました。
event-goal-gained = { $seat }は目標タイル「{ $goal }」を獲得しました。
event-goal-lost = { $seat }は目標タイル「{ $goal }」を失いました。
event-declares-takeover = { $seat }は{ $power }で{ $owner }の{ $card }の占領を宣言しました。
event-took-over = { $seat }は{ $owner }の{ $card }を占領しました（攻撃{ $attack }、防御{ $defense }）。
event-takeover-failed = { $seat }は{ $owner }の{ $card }の占領に失敗しました（攻撃{ $attack }、防御{ $defense }）。
event-takeover-void = { $seat }による{ $card }の占領は行われません。
event-disguised = { $seat }は{ $card }を捨て、非軍事ワールドを征服します。
event-flipped = { $seat }は{ $by }で{ $card }を公開しました。
event-gave-up = { $seat }は{ $card }を捨てました。
event-freed = { $seat }は{ $card }を捨て、無料で場に出します。
event-traded = { $seat }は{ $world }の製品（{ $good }）を売却し、カード{ $cards }枚を得ます。
event-consumed = { $seat }は{ $card }で{ $worlds }の製品を消費{ $vp ->
    [0] しました。
   *[other] し、{ $vp }勝利点を得ました。
}
event-gained-vp = { $seat }は{ $vp }勝利点を得ました。
event-discarded-by-boost = { $seat }は交易の威信ボーナスで手札{ $count }枚を捨て、{ $vp }勝利点を得ました。
event-spent-prestige = { $seat }は{ $card }のために威信チップを{ $prestige }枚消費しました。
event-consumed-prestige = { $seat }は{ $card }で威信チップを{ $prestige }枚消費{ $vp ->
    [0] しました。
   *[other] し、{ $vp }勝利点を得ました。
}
event-put-under = { $seat }は{ $card }の下にカードを置きました。
event-put-under-own = { $card }の下に{ $saved }を置きました。
event-took-saved = { $seat }はワールドの下のカード{ $count }枚を手札に加えました。
event-took-saved-own = ワールドの下の{ $cards }を手札に加えました。
event-swapped = { $seat }は{ $old }を{ $card }と入れ替えました。
event-blocked-takeover = { $seat }は{ $power }で{ $card }の占領を失敗させました。
event-discarded-for-vp = { $seat }は{ $card }で手札{ $count }枚を捨{ $vp ->
    [0] てました。
   *[other] て、{ $vp }勝利点を得ました。
}
event-ante = { $seat }は{ $card }を賭け、{ $revealed }を公開しました。
event-ante-won = { $seat }は賭けに勝ち、{ $card }を得ました。
event-ante-lost = { $seat }は賭けに負け、{ $card }を失いました。
event-gamble-won = { $seat }はコスト{ $guess }と予想し、{ $card }を得ました。
event-gamble-lost = { $seat }はコスト{ $guess }と予想しましたが、{ $card }でした。
event-produced = { $seat }は{ $worlds }で生産しました。
event-gathered = { $seat }は{ $worlds }の製品を{ $card }に移しました。
event-windfall = { $seat }は{ $world }に製品を置きました。
event-war-effort = { $seat }は{ $worlds }の製品で戦争努力へ貢献し、{ $vp }勝利点を得ました。撃退値は{ $repulse }です。
event-repaired = { $seat }は{ $worlds }を修復しました。
event-stands = { $seat }のゼノに対する軍事力は{ $value }です。
event-repulsed = ゼノを撃退しました（{ $total }／{ $needed }）。
event-faces = 第{ $rank }提督の{ $seat }に{ $invader }が配られました。
event-wave-again = 最後のウェーブのカード{ $cards }枚が再び山札になりました。
event-fortified = { $seat }は{ $card }で強さを{ $strength }得ました。
event-manned = { $seat }は手札{ $count }枚を捨て、強さを{ $strength }得ました。
event-manned-own = { $cards }を捨て、強さを{ $strength }得ました。
event-held = { $seat }は強さ{ $strength }で{ $invader }を防ぎました（防衛報酬{ $reward }）。
event-overrun = { $seat }は強さ{ $strength }で{ $invader }に敗れました。
event-all-lose = 全員が敗れました。帝国の敗北{ $times }回目です。
event-damaged = { $seat }の{ $world }がダメージを受けました。
event-discarded = { $seat }は{ $count }枚捨てました。
event-discarded-own = { $cards }を捨てました。
event-orb-dealt = { $seat }にオーブカードが{ $count }枚配られました。
event-orb-dealt-own = オーブカード：{ $cards }。
event-orb-order = オーブの手番順：{ $order }。
event-orb-played = { $seat }は{ $card }を{ $column }列{ $row }行に{ $turns ->
    [0] そのまま
    [1] 右に90度回して
    [2] 上下逆に
   *[other] 左に90度回して
}置きました。
event-orb-drew = { $seat }はオーブカードを1枚引きました。
event-orb-drew-own = { $card }を引きました。
event-orb-passed = { $seat }はパスし、手番順が先頭に移りました。
event-orb-card-removed = { $seat }の{ $card }はどこにも置けず、ゲームから取り除かれました。
event-shows-orb-cards = { $seat }は{ $cards }を公開しました。どれも置けません。
event-placed-team = { $seat }は{ $column }列{ $row }行に探索チームを置きました。
event-moved-team = { $seat }は探索チームを{ $column }列{ $row }行に動かしました。
event-took-artifact = { $seat }はアーティファクト{ $series }を獲得しました。
event-took-artifact-own = { $artifact }を獲得しました。
event-used-artifact = { $seat }は{ $artifact }を使いました。
