# カード、ボード、マットに書かれていること。

level-number = { $level ->
    [1] I
    [2] II
    [3] III
   *[other] IV
}

kind-technology = レベル{ level-number }の{ $types }技術、{ $vp }勝利点
    .with-output = レベル{ level-number }の{ $types }技術（次は{ $output }）、{ $vp }勝利点
kind-event = レベル{ level-number }のイベント{ $fixed_key ->
    [true] （毎回使用）
   *[false] {""}
}
kind-system = 星系{ $deck }、軍事力{ $strength }、{ $traits }のディスク、{ $vp }勝利点{ $starting_key ->
    [true] （開始時の候補）
   *[false] {""}
}
kind-achievement = 偉業、{ $slots }勝利点：{ $condition }
kind-guild = ギルド
kind-basic = 基本宇宙技術のアクション{ $may_stay_key ->
    [true] （アクション駒を動かさずに続けられる）
   *[false] {""}
}
kind-slot = { $required ->
    [0] レベル{ level-number }の技術スロット
   *[other] レベル{ level-number }の技術スロット（前提技術：{ $prerequisites }のうち{ $required }つ）
}
kind-sol = 誰でも宇宙船を建造できる
kind-deep-space = 他の宇宙船が追放される場所
kind-system-slot = 星系カードの場所
    .with-deck = デッキ{ $deck }の星系カードの場所
kind-shipyard = 支配する派閥が宇宙船を建造できる
kind-mat = 派閥マット（{ $mat }）：サプライ列{ $columns }。交換：鉱石{ $trade_ore_to_pop }で住民、鉱石{ $trade_retire_ship }で宇宙船の退役、住民で鉱石{ $trade_pop_to_ore }。開始時：{ $start }
kind-reference = キューブ{ $cubes }個、ディスク各{ $discs_of_each_kind }枚。手番順による追加の鉱石：{ $seat_bonus_ore }

group-condition = { $metric }{ $at_least }以上
group-start = 住民{ $population }、鉱石{ $ore }、{ $ship_at }にレベル{ $ship_level }の宇宙船
group-sides = { $players }人：{ $lanes }へ{ $traits_count ->
    [0] {""}
   *[other] 、前哨基地は{ $traits }
}
group-spaces = { $players }人：スペースごとの追加の鉱石{ $surcharges }
group-end-trigger = { $players }人：偉業ディスク{ $discs }枚で終了条件を満たす

figure-population-track = 人口増加{ $value }
figure-ore-track = 鉱石生産{ $value }
figure-automation = 自動化{ $value }勝利点

word-immediate = 即時
word-control = 支配時
word-colonization = 植民地化時
word-discovery = 公開時
word-basic = 基本
word-advanced = 上級
word-none = –
word-A = A
word-B = B

since = { $from_level ->
    [0] {""}
   *[other] 自動化レベル{ $from_level }から：
}

power-bonus = { $moment }：{ $effects }
power-action = { cost }{ $effects }
    .with-spaces = スペース{ $spaces }：{ cost }{ $effects }
power-skip-prerequisite = { since }レベル{ $levels }の{ $discovered_only_key ->
    [true] 発見済みの
   *[false] {""}
}技術は前提技術{ $when_required }つのうち{ $skip }つがなくてもよい
power-swap-pop-cost = { since }アクションのコストの住民を{ $count }まで、1につき鉱石{ $ore }で支払える
power-wild-tracks = { since }自動化と前哨基地のディスクはどちらのトラックからでもよい
power-long-jump = { since }{ $except_from }以外からは、1移動ポイントでどこへでも移動できる
power-jump-bonus = { since }ジャンプ+{ $points }
power-discount = { since }{ $action_class }のコストが鉱石{ $ore }減る
power-trade-rate = { since }「{ $trade }」は鉱石{ $ore }になる
power-once-per-turn = { since }自分のターンに1回：{ cost }{ $effects }
power-swap-placeholders = { since }偉業カードの偉業ディスクを生産ディスクと取り替えられる
power-on = { since }{ $trigger }（1ターンに{ $limit }回まで）：{ cost }{ $effects }
power-end-score = { since }ゲーム終了時に{ $scoring }

notice-sources = 内容物{ $components }点のうち、出典のあるものは{ $sourced }、一部だけ出典のあるものは{ $partly_sourced }、名前か着想だけ知られているものは{ $named }、再構成したものは{ $reconstructed }です。カード全部の一覧は公開されていません。
notice-owners = ゲームをお持ちの方は、services/beyond/galaxytables_beyond/components/template.jsonに記入し、`python -m galaxytables_beyond check-pack FILE`で確認してから、GALAXYTABLES_COMPONENTS=FILEでこのゲームのサービスを起動すると、実物の内容で遊べます。
