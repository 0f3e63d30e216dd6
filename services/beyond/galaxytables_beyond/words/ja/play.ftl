# ビヨンド・ザ・サン：質問、選択肢、理由。

game = ビヨンド・ザ・サン

prompt-turn-action = アクション駒をアクションスペースに移動してください。先に能力を使うこともできます。
prompt-turn-power = 能力を使うか、先に進んでください。
    .decline = 先に進む
prompt-cost-swap = どのように支払いますか？
prompt-production-choose = 生産を1つ選んでください。先に能力を使うこともできます。
prompt-trade-deal = 交換するか、終了してください。
    .decline = 終了
prompt-achievement-claim = 達成する偉業を選んでください。
prompt-research-slot = どの技術スロットに住民を配置しますか？
prompt-research-type = { $slot }でどの種類の技術を探しますか？
prompt-research-card = { $slot }にどの技術を配置しますか？
prompt-private-keep = 手元に残す技術を{ $least }枚選んでください。
prompt-build-place = レベル{ $level }の宇宙船をどこに建造しますか？
prompt-build-instead = サプライがありません。レベル{ $level }の宇宙船を住民で建造するか、パスしてください。
    .decline = パス
prompt-upgrade-ship = アップグレードする宇宙船を選んでください。
prompt-jump-move = 宇宙船を移動するか、終了してください（残り{ $left }）。
    .decline = 終了
prompt-teleport-move = 宇宙船を好きな場所に移動するか、終了してください（残り{ $left }）。
    .decline = 終了
prompt-control-disc = { $place }の前哨基地にどのディスクを使いますか？
prompt-control-bonus = 次にどのボーナスを受け取りますか？
prompt-colonize-system = どの星系を植民地化しますか？
prompt-colonize-ships = { $system }に入植する宇宙船を選んでください。
    .rule = 合計の軍事力が、星系の求める{ $strength }以上になるように選びます。
prompt-colonize-disc = { $system }にどのディスクを置きますか？
prompt-automate-track = どの生産を自動化しますか？
prompt-supply-shift = { $source }のキューブをどこに移しますか？
prompt-may-do = 任意：{ cost }{ $effects }
prompt-choose-option = 1つ選んでください。
prompt-copy-action = どのアクションを実行しますか？

option-turn-action = { $targets }
    .with-effects = { $first }：{ cost }{ $effects }
option-turn-power = { $targets }
    .with-effects = { $first }：{ cost }{ $effects }
option-cost-swap = { $cost_population ->
    [0] 鉱石{ $cost_ore }
   *[other] { $cost_ore ->
        [0] 住民{ $cost_population }を返却
       *[other] 鉱石{ $cost_ore }、住民{ $cost_population }を返却
    }
}
option-production-choose = { $targets }
    .with-effects = { $first }：{ cost }{ $effects }
    .with-gains-population = { $first }：住民{ $gains_population }
    .with-gains-ore = { $first }：鉱石{ $gains_ore }
option-trade-deal = { $trade_key ->
    [ore_to_pop] 鉱石{ $cost_ore }で住民を得る
    [pop_to_ore] 住民を返却して鉱石{ $gains_ore }を得る
   *[retire_ship] 鉱石{ $cost_ore }で{ $first }を退役させる
}
option-jump-move = { $first }を{ $second }へ
option-teleport-move = { $first }を{ $second }へ
option-choose-option = { cost }{ $effects }
option-copy-action = { $first }：{ cost }{ $effects }

fact-points = { $value }勝利点
fact-strength = 軍事力{ $value }
fact-technology = { $value }

action-grow = 人口増加
action-produce-ore = 鉱石生産
action-trade = 資源交換
action-buy-population = 鉱石を住民に
action-return-population = 住民を鉱石に
action-do = 実行する

place-food = 食料生産ディスク
place-ore = 鉱石生産ディスク
place-c = サプライ列{ $b }
place-power = { $component }の能力
piece-s = { $b }のレベル{ $c }宇宙船

word-scientific = 科学
word-economic = 経済
word-military = 軍事
word-commercial = 商業
word-food = 食料
word-ore = 鉱石
word-achievement = 偉業
word-ore-to-pop = 鉱石を住民に
word-pop-to-ore = 住民を鉱石に
word-retire-ship = 宇宙船の退役

reason-occupied = { $by }のアクション駒が置かれています。
reason-pawn-must-move = アクション駒は別のスペースに移動しなければなりません。
reason-guild-covered = このギルドはまだイベントで使えるようになっていません。
reason-not-researched = この技術を研究していません。
reason-too-dear = コストは鉱石{ $cost_ore }、住民{ $cost_population }ですが、あるのは鉱石{ $ore }、住民{ $population }です。
reason-cannot-be-carried-out = 必須の効果を今は実行できません。
reason-does-nothing = 今は実行しても何も変わりません。
reason-used-this-turn = このターンにすでに使いました。
reason-chosen-before = すでに選びました。
reason-no-growth = 見えている人口増加シンボルの列にサプライキューブがありません。
reason-no-supply = サプライキューブが残っていません。
reason-no-trade = 交換できるものがありません。
reason-condition-unmet = 条件は{ $at_least }ですが、現在は{ $reached }です（{ $metric }）。
reason-claimed-before = すでに達成しています。
reason-no-slot-left = スロットがすべて埋まっています。
reason-researched-before = すでに研究しています。
reason-other-level = この研究の対象となるレベルではありません。
reason-undiscovered = この研究では発見済みの技術だけを選べます。
reason-prerequisites-missing = 必要な前提技術{ $required }つのうち、研究したのは{ $researched }つです。
reason-type-not-handed-on = 前提技術にこの種類がありません。
reason-other-type = 種類が{ $type }ではありません。
reason-no-shipyard = 宇宙船を建造できるのは太陽系と造船所系だけです。
reason-shipyard-of-others = この造船所系を支配していません。
reason-built-elsewhere = この宇宙船が現れる場所はカードで決まっています。
reason-highest-level = 宇宙船のレベルは4までです。
reason-upgraded-before = 各宇宙船のアップグレードは1回だけです。
reason-no-lane = 2つの場所は線で結ばれていません。
reason-no-long-jump = この場所からは線に沿ってしか移動できません。
reason-not-controlled = この星系を支配していません。
reason-not-unclaimed = ターン開始時に前哨基地なしで置かれていた星系ではありません。
reason-too-weak = 必要な軍事力{ $needed }に対して、そこにある自分の軍事力は{ $strength }です。
reason-can-stay = このレベル{ $level }の宇宙船がなくても軍事力は足ります。

refusal-settlers-too-weak = 選んだ宇宙船の軍事力は{ $strength }で、星系は{ $needed }を求めています。
refusal-ship-can-stay = 軍事力{ $needed }には、レベル{ $level }の宇宙船がなくても足ります。

score-technologies = 技術
score-automation = 自動化
score-colonies = 植民地
score-outposts = 前哨基地
score-sol-and-deep-space = 太陽系と深宇宙
score-events = イベント
score-powers = 能力
score-achievements = 偉業
