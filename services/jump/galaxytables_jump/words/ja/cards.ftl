# カードに書かれていること。

kind-development = コスト{ $cost }の発展
kind-world = コスト{ $cost }のワールド、{ $colour }
    .with-defense = 防御力{ $defense }の軍事ワールド、{ $colour }
kind-explore-marker = 1回の探索に使う探索アイコン{ $explore_icons }つ
kind-preset-hand = { $cards }
kind-reference = 最初に{ $dealt }枚配り{ $kept }枚残す。手札上限{ $hand_limit }枚。{ $goal_vp }点でゲーム終了

figure-keywords = { $value }
figure-military-icons = 軍事{ $value }
figure-explore-icons = 探索{ $value }
figure-chromosome-icons = 染色体{ $value }
figure-vp = { $value ->
    [0] {""}
   *[other] 勝利点{ $value }
}
figure-income = { $value ->
    [0] {""}
   *[other] 収入{ $value }
}

cards-military = { $military_key ->
    [true] 軍事
    [false] 非軍事
   *[any] {""}
}
cards-keyword = { $keyword_key ->
    [rebel] REBEL
   *[any] {""}
}
cards-colour = { $colour_key ->
    [novelty] 芸術品の
    [rare] 希少元素の
    [genes] 遺伝子工学の
    [alien] エイリアンテクノロジーの
    [grey] 灰色の
   *[any] {""}
}
cards-kind = { $kind_key ->
    [development] 発展
    [world] ワールド
   *[any] カード
}
cards = { cards-colour }{ cards-keyword }{ cards-military }{ cards-kind }
counted = { $count_key ->
    [icon] { $group ->
        [1] { $icon }アイコン1つ
       *[other] { $icon }アイコン{ $group }つ
    }
    [military_strength] 一般の軍事力1
   *[card] { cards }1枚
}
whose = { $scope_key ->
    [own_plus_chosen_rival] （他の帝国1つの分も同じように数える）
   *[own] {""}
}
where = { $scope_key ->
    [any_rival] 他のプレイヤーの帝国
   *[own] 自分の帝国
}

group-vp-per = { $once_key ->
    [true] { where }に{ cards }があれば勝利点{ $amount }
   *[each] { counted }ごとに勝利点{ $amount }{ whose }
}
    .with-card = { $once_key ->
        [true] { where }に{ $card }があれば勝利点{ $amount }
       *[each] { $card }1枚ごとに勝利点{ $amount }{ whose }
    }
group-income-per = { $once_key ->
    [true] { where }に{ cards }があれば収入{ $amount }
   *[each] { counted }ごとに収入{ $amount }{ whose }
}
    .with-card = { $once_key ->
        [true] { where }に{ $card }があれば収入{ $amount }
       *[each] { $card }1枚ごとに収入{ $amount }{ whose }
    }
group-on = { cards }
    .with-card = { $card }
group-against = { cards-colour }{ cards-keyword }ワールド
group-any-of = 一般の軍事力{ $military_strength }
    .with-card = 自分の帝国に{ $card }

power-cost-reduction = { $on }のコストが{ $amount }下がります。
power-targeted-military = { $against }に対して軍事力+{ $amount }。
power-strength-per-icon = { $icon }アイコン1つごとに軍事力+{ $amount }。
power-negotiate-military-world = 軍事ワールドを、防御力{ $cost_change }のコストで非軍事ワールドとして配置できます。
    .with-excluded-colour = { $excluded_colour }以外の軍事ワールドを、防御力{ $cost_change }のコストで非軍事ワールドとして配置できます。
power-second-peaceful-world = { $sacrifice_self_key ->
    [true] このカードを捨てて、コスト{ $cost_change }で2枚目の非軍事ワールドを配置できます（2枚とも非軍事）。
   *[false] コスト{ $cost_change }で2枚目の非軍事ワールドを配置できます（2枚とも非軍事）。
}
power-second-conquered-world = 1枚目で余った軍事力で、2枚目の軍事ワールドを征服できます。
power-placement-requirement = 次のいずれかのときだけ配置できます：{ $any_of }。
power-one-per-empire = 帝国に1枚だけ。
power-moves-to-strongest = 得点計算の前に、一般の軍事力が単独で最も高いプレイヤーへ移ります。
power-table-supply = テーブル中央に置き、手札の発展の代わりに配置できます。

word-novelty = 芸術品
word-rare = 希少元素
word-genes = 遺伝子工学
word-alien = エイリアンテクノロジー
word-grey = 灰色
word-explore = 探索
word-world = ワールド
word-development = 発展
word-military = 軍事
word-chromosome = 染色体
word-rebel = REBEL
word-before-scoring = 得点計算の前
word-stay = そのまま
