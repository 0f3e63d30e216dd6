# 効果の語彙：支払い、数え方、実行すること。

cost = { $cost_population ->
    [0] { $cost_ore ->
        [0] {""}
       *[other] 鉱石{ $cost_ore }：
    }
   *[other] { $cost_ore ->
        [0] 住民{ $cost_population }を返却：
       *[other] 鉱石{ $cost_ore }、住民{ $cost_population }を返却：
    }
}

# 盤面で数える量。
group = （{ $plus ->
    [0] {""}
   *[other] { $plus }＋
}{ $metric }{ $divide ->
    [1] {""}
   *[other] { $divide }
}につき{ $times }{ $max ->
    [0] {""}
   *[other] 、最大{ $max }
}）

group-options = （{ cost }{ $effects }）

group-effects = { $op_key ->
    [gain_ore] 鉱石{ $n }を獲得
    [supply_to_pop] サプライ{ $n }を住民にする
    [build] { $source }1個を{ $at }でレベル{ $level }の宇宙船にする{ $n ->
        [1] {""}
       *[other] （{ $n }回）
    }
    [upgrade] 宇宙船を合計{ $steps }{ $manner_count ->
        [0] {""}
       *[other] { $manner }
    }アップグレード{ $per_ship ->
        [0] {""}
       *[other] （各1回）
    }
    [jump] ジャンプ{ $points }
    [teleport] 宇宙船{ $ships }隻までを好きな場所に移動
    [automate] { $kind }生産を自動化{ $n ->
        [1] {""}
       *[other] （{ $n }回）
    }
    [research] レベル{ $level }の技術を研究{ $manner_count ->
        [0] {""}
       *[other] （{ $manner }）
    }
    [colonize] { $strength_discount ->
        [0] {""}
       *[other] 必要な軍事力を{ $strength_discount }減らして、
    }{ $target }星系を植民地化{ $manner_count ->
        [0] （支配時効果なし）
       *[other] {""}
    }
    [shift_supply] 右端のサプライキューブ{ $n }個を好きな列に移す
    [private_tech] レベル{ level-number }の技術{ $draw }枚を公開し、{ $keep }枚を手元に残す
    [copy_action] 他のカード、基本宇宙技術の枠、ギルドの{ $action_class }を、コストを支払って実行
    [choose] { $options }から選ぶ{ $times ->
        [1] {""}
       *[other] （{ $times }回）
    }
    [may] 任意（{ cost }{ $effects }）
    [repeat] { $n }回（{ $effects }）
    [for_each] { $who }：{ $effects }
    [unlock_guild] { $guild }が使えるようになる
    [add_system] { $next_to }の隣にデッキ{ $deck }の星系を置く
   *[attach_scoring] ゲーム終了時に{ $who_key ->
        [discoverer] 発見した派閥だけ{ $scoring }
       *[other] { $scoring }
    }
}

group-scoring = { $kind_key ->
    [per] { $metric }1につき{ $vp }勝利点{ $max ->
        [0] {""}
       *[other] （最大{ $max }）
    }
    [most] { $metric }が最も多ければ{ $vp }勝利点
   *[strongest_at] { $location }で軍事力が最大ならさらに{ $vp }勝利点
}

word-up-to = まで
word-discovered-only = 発見済みのみ
word-ignore-prerequisites = 前提技術なし
word-skip-immediate = 即時ボーナスなし
word-control-effects = 支配時効果あり
word-repeat-allowed = 同じものを繰り返してよい
word-pop = 住民
word-supply = サプライキューブ
word-yard = 太陽系か自分の造船所系
word-sol = 太陽系
word-deep-space = 深宇宙
word-any = 好きな場所
word-either = 食料か鉱石
word-controlled = 支配する
word-unclaimed-at-turn-start = ターン開始時に誰も支配していなかった
word-research = 研究アクション
word-colonize = 植民地化アクション
word-all = 全派閥
word-discoverer = 発見した派閥
word-others = 他の全派閥
word-colonized = 星系を植民地化したとき
word-researched = 技術を研究したとき
word-control-gained = 場所の支配を得たとき
word-produced-population = 人口増加を選んだとき
word-controlled-locations = 支配する場所
word-controlled-shipyards = 支配する造船所系
word-colonies = 植民地化した星系
word-colonies-deck-b = 植民地化したデッキBの星系
word-takeovers-this-action = このアクションで奪った場所
word-techs-researched = 研究した技術
word-level-1 = I
word-levels-1 = I
word-level-2 = II
word-levels-2 = II
word-level-3 = III
word-levels-3 = III
word-level-4 = IV
word-levels-4 = IV
word-techs-level-3 = レベルIIIの技術
word-techs-level-4 = レベルIVの技術
word-types-researched-level-ge-2 = レベルII以上の技術の異なる主な種類
word-population = 住民
word-fleet-strength = 艦隊の軍事力
word-automation-level = 自動化レベル
word-empty-tracks = 空になった生産トラック
