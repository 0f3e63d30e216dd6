# 能力。先頭は使うフェイズや時機。

word-setup = セットアップ
word-select = アクション選択
word-static = 常時
word-end = ゲーム終了時

# 条件：カードが満たすべきことのすべて。
group-per = { asked }
group-of = { asked }
group-match = { asked }
group-only-if-own = { asked }
asked = { asked-power }{ asked-figures }{ asked-adjectives }{ $kind_key ->
    [world] ワールド
    [development] デベロップ
   *[other] { $name_count ->
        [1] {""}
       *[0] カード
    }
}
group-when = { asked-power }{ asked-figures }{ asked-adjectives }
asked-figures = { $cost_count ->
    [1] コスト{ $cost }の
   *[0] {""}
}{ $min_cost_count ->
    [1] コスト{ $min_cost }以上の
   *[0] {""}
}{ $not_good_count ->
    [1] { $not_good }以外の
   *[0] {""}
}
asked-adjectives = { $name_count ->
    [1] 「{ $name }」
   *[0] {""}
}{ $keyword_count ->
    [1] { $keyword }の
   *[0] {""}
}{ $good_count ->
    [1] { $good }の
   *[0] {""}
}{ $production_count ->
    [1] { $production }
   *[0] {""}
}{ $military_key ->
    [true] { $xeno_key ->
        [true] {""}
       *[other] 軍事
    }
    [false] 非軍事
   *[other] {""}
}{ $xeno_key ->
    [true] ゼノ
   *[other] {""}
}
asked-power = { $has_power_count ->
    [1] { $has_power }能力を持つ
   *[0] {""}
}

# 枚数や獲得するもの。
some-cards = カード{ $cards }枚
some-discarded = 手札{ $discard }枚
some-drawn = カード{ $draw }枚
some-times = { $times ->
    [1] {""}
   *[other] （{ $times }回まで）
}
some-uses = { $uses ->
    [1] {""}
   *[other] （{ $uses }回まで）
}
some-rewards = { $vp ->
    [0] { $cards ->
        [0] 威信チップ{ $prestige }枚
       *[other] { some-cards }{ and-prestige }
    }
   *[other] { $vp }勝利点{ $cards ->
        [0] {""}
       *[other] と{ some-cards }
    }{ and-prestige }
}
and-prestige = { $prestige_count ->
    [1] { $prestige ->
        [0] {""}
       *[other] と威信チップ{ $prestige }枚
    }
   *[0] {""}
}
signed-amount = { $amount ->
    [-4] -4
    [-3] -3
    [-2] -2
    [-1] -1
   *[other] +{ $amount }
}
spending = { $cost_key ->
    [discard_self] このカードを捨てて
    [hand_card] 手札1枚を捨てて
    [prestige] 威信チップ1枚を消費して
   *[good] { $good_count ->
        [1] { $good_key ->
            [any] 製品1つを捨てて
           *[other] { $good }の製品1つを捨てて
        }
       *[0] 製品1つを捨てて
    }
}
against = { $when_count ->
    [1] { $when }ワールドに対する
   *[0] {""}
}
for-each-own = { $per_count ->
    [1] 自分の{ $per }1枚につき
   *[0] {""}
}

power-starting-hand = { $moment }：初期手札は{ $cards }枚
power-save-card-at-setup = { $moment }：初期手札{ $cards }枚をこのワールドの下に置く
power-choose-action-last = { $moment }：他のプレイヤーの後にアクションを選ぶ
power-hand-limit = { $moment }：手札上限{ $cards }枚
power-tableau-end-limit = { $moment }：自分の場は{ $cards }枚でゲームが終了する
power-variable-kind = { $moment }：ワールドの種類を任意に決められる
power-take-opponents-discards = { $moment }：他のプレイヤーが手札上限で捨てたカードを得る

power-explore-draw = { $moment }：{ for-each-own }{ some-cards }を追加で引く
power-explore-keep = { $moment }：{ some-cards }を追加で残す
power-explore-mix = { $moment }：引いたカードを手札に加えてから捨てるカードを選ぶ
power-explore-discard-for-prestige = { $moment }：手札1枚を捨てて威信チップ{ $prestige }枚を得る

power-draw = { $moment }：{ some-cards }を引く
power-draw-then-discard = { $moment }：{ some-drawn }を引き、{ some-discarded }を捨てる
power-discount = { $moment }：{ $when_count ->
    [1] { $when }ワールドの
   *[0] {""}
}コスト-{ $amount }
power-draw-after-placing = { $moment }：場に出した後に{ some-cards }を引く
power-draw-then-discard-after-placing = { $moment }：場に出した後に{ some-drawn }を引き、{ some-discarded }を捨てる
power-prestige-after-placing = { $moment }：{ $when_count ->
    [1] { $when }{ $moment_key ->
        [settle] ワールド
       *[other] カード
    }を
   *[0] {""}
}場に出した後に威信チップ{ $prestige }枚を得る
power-save-payment-card = { $moment }：支払ったカードのうち{ $cards }枚をこのワールドの下に置ける
power-spend-good-for-discount = { $moment }：{ $good }の製品1つを捨ててコスト-{ $amount }
power-discard-self-for-discount = { $moment }：このカードを捨ててデベロップのコスト-{ $amount }

power-military = { $moment }：{ $only_if_own_count ->
    [1] 自分の{ $only_if_own }があれば
   *[0] {""}
}{ for-each-own }{ against }軍事力{ signed-amount }
power-temporary-military = { $moment }：{ spending }このフェイズのみ{ against }軍事力{ signed-amount }{ some-uses }
power-pay-for-military = { $moment }：{ $when }軍事ワールドを防御力{ $discount ->
    [0] と同じ
   *[other] -{ $discount }の
}コストを支払って場に出せる
power-pay-for-military-discount = { $moment }：コストを支払って場に出す軍事ワールドのコスト-{ $amount }
power-prestige-when-paying-for-military = { $moment }：コストを支払って軍事ワールドを場に出すと威信チップ{ $prestige }枚を得る
power-conquer-peaceful-world = { $moment }：このカードを捨てて、非軍事ワールド1つを、コスト{ $defense_reduction ->
    [0] {""}
   *[other] -{ $defense_reduction }
}を防御力として征服する{ $usable_in_takeover_key ->
    [true] （占領にも使える）
   *[false] {""}
}{ $prestige ->
    [0] {""}
   *[other] 、威信チップ{ $prestige }枚を得る
}
power-discard-self-for-free-world = { $moment }：このカードを捨てて、{ $exclude_good }以外のワールド1つの支払いを0にする
power-extra-world = { $moment }：{ $cost_count ->
    [1] { spending }、
   *[0] {""}
}{ $mode_key ->
    [military_only] 1つ目の後に軍事ワールドをもう1つ征服できる
    [leftover_military] 残りの軍事力で軍事ワールドをもう1つ征服できる
    [free] ワールドをもう1つコスト0で場に出せる
   *[any] 1つ目の後にワールドをもう1つ場に出せる
}{ $exclude_good_count ->
    [1] （{ $exclude_good }以外）
   *[0] {""}
}
power-replace-world = { $moment }：ワールド1つを同じ種類の手札のワールド（コストは同じか、{ $max_cost_increase }高いものまで）と入れ替え、威信チップ{ $prestige }枚を得る
power-flip-for-free-world = { $moment }：手札から場に出す代わりに山札の1枚を公開し、非軍事ワールドならコスト0で場に出す
power-good-on-placed-production-world = { $moment }：場に出した生産ワールドに製品を1つ生産する
power-discard-for-good-when-placed = { $moment }：このカードを場に出したとき、{ some-discarded }を捨てて、ここに製品を1つ生産する
power-takeover = { $moment }：{ $cost_count ->
    [1] { spending }、
   *[0] {""}
}{ $target_key ->
    [rebel_military_worlds] 他のプレイヤーの反乱軍の軍事ワールド
    [owner_has_imperium] 帝国カードを持つプレイヤーの軍事ワールド
    [owner_has_positive_military] 軍事力1以上のプレイヤーの軍事ワールド
   *[any_owner] 他のプレイヤーの軍事ワールド
}を占領{ $destroy_key ->
    [true] して破壊
   *[false] {""}
}する{ $attack_per_rebel_military ->
    [0] {""}
   *[other] 、自分の反乱軍の軍事ワールド1枚につき軍事力+{ $attack_per_rebel_military }
}{ $prestige ->
    [0] {""}
   *[other] 、成功すると威信チップ{ $prestige }枚を得る
}
power-takeover-defense = { $moment }：占領に対する防衛で、自分の軍事ワールド1枚につき+{ $per_military_world }、反乱軍ならさらに+{ $extra_per_rebel_military_world }
power-block-takeover = { $moment }：威信チップ{ $prestige_cost }枚を消費して占領を失敗させる

power-trade-bonus = { $moment }：{ $this_world_only_key ->
    [true] このワールドの
   *[false] {""}
}{ $good_key ->
    [any] 製品
   *[other] { $good }の製品
}の売却時、{ for-each-own }{ some-cards }を追加で引く
power-no-trade-here = { $moment }：ここの製品は交易の特権では売却できない
power-trade-as-consume = { $moment }：製品1つを売却する（交易能力の追加は{ $use_bonuses_key ->
    [true] あり
   *[false] なし
}）
power-consume = { $moment }：{ $this_world_only_key ->
    [true] このワールドの
   *[false] {""}
}製品{ $goods_count }つ（{ $goods }）を消費して{ some-rewards }{ some-times }
power-consume-distinct = { $moment }：{ $once_key ->
    [true] 異なる{ $min_kinds }種類の製品を1つずつ消費して{ some-rewards }
   *[false] 異なる{ $min_kinds }～{ $max_kinds }種類の製品を1つずつ消費し、1つにつき{ some-rewards }
}
power-consume-all-goods = { $moment }：残りの製品をすべて消費し、1つにつき{ $vp_per_good }勝利点（合計に{ $vp_adjust }）
power-consume-hand = { $moment }：{ some-discarded }を捨てて{ some-rewards }{ some-times }
power-consume-prestige = { $moment }：威信チップ{ $spend }枚を消費して{ some-rewards }
power-gain-vp = { $moment }：{ $vp }勝利点
power-gamble-guess-cost = { $moment }：山札の一番上のカードのコストを当てれば、そのカードを得る
power-gamble-ante = { $moment }：手札1枚を賭け、そのコストと同じ枚数を公開する。それより高いコストのカードがあれば、そのうち1枚を得る

power-produce = { $moment }：ここに製品を1つ生産する（{ $good }）
power-discard-to-produce = { $moment }：{ some-discarded }を捨てて、ここに製品を1つ生産する
power-windfall-produce = { $moment }：{ $discard ->
    [0] {""}
   *[other] { some-discarded }を捨てて、
}{ $not_this_world_key ->
    [true] 他の
   *[false] {""}
}単発生産ワールド1つに製品を1つ生産する（{ $good }）
power-draw-if-produced-here = { $moment }：ここで製品を生産したら{ some-cards }を引く
power-prestige-if-produced-here = { $moment }：ここで製品を生産したら威信チップ{ $prestige }枚を得る
power-draw-per-good-produced = { $moment }：生産した製品（{ $good }）1つにつき{ some-cards }を引く
power-draw-per-kind-produced = { $moment }：生産した製品の種類1つにつき{ some-cards }を引く
power-draw-per-goods-produced = { $moment }：生産した製品{ $each }つにつき{ some-cards }を引く
power-draw-if-most-produced = { $moment }：製品（{ $good }）を単独で最も多く生産したら{ some-cards }を引く
power-draw-per-card = { $moment }：自分の{ $of }{ $each }枚につき{ some-cards }を引く
power-prestige-if-most = { $moment }：自分の{ $of }が単独で最も多ければ威信チップ{ $prestige }枚を得る
power-take-saved-cards = { $moment }：このワールドの下のカードを手札に加える
power-gather-goods-here = { $moment }：生産の前に自分の製品（{ $good }）をすべてここへ移す
power-repair-world = { $moment }：ワールドを{ $worlds }つ修復する（侵略ゲーム）

power-orb-extra-squares = { $moment }：自分の探索チームコマの移動+{ $squares }マス（オーブゲーム）
power-orb-extra-team = { $moment }：場に出したとき、エアロックカード1枚と探索チームコマ1個を追加する（オーブゲーム）
power-xeno-defense = { $moment }：ゼノに対する防御力{ signed-amount }（侵略ゲーム）
power-temporary-xeno-defense = { $moment }：{ spending }1回だけゼノに対する防御力{ signed-amount }{ some-uses }（侵略ゲーム）

power-endgame-card = { $moment }：自分の{ $match }1枚につき{ $vp }勝利点
power-endgame-vp-chips = { $moment }：勝利点チップ{ $size }点につき{ $vp }勝利点
power-endgame-military = { $moment }：軍事力1につき{ $vp }勝利点
power-endgame-negative-military = { $moment }：0を下回る軍事力1につき{ $vp }勝利点
power-endgame-prestige = { $moment }：威信チップ1枚につき{ $vp }勝利点
power-endgame-good-kinds = { $moment }：自分のワールドの製品の種類が0、1、2…なら順に{ $table }勝利点
power-endgame-artifact = { $moment }：{ $artifact_class }1個につき{ $vp }勝利点
power-endgame-goods-on-worlds = { $moment }：製品1つにつき{ $vp }勝利点

power-bonus-draw-for-first-world = { $moment }：1つ目のワールドを場に出した後に{ some-cards }を引く
power-bonus-military = { $moment }：このフェイズのみ軍事力{ signed-amount }
power-bonus-sale = { $moment }：製品1つを売却する{ $cards ->
    [0] {""}
   *[other] （{ some-cards }を追加で引く）
}
power-bonus-multiply = { $moment }：消費で得る勝利点が{ $factor }倍になる
power-bonus-windfalls = { $moment }：単発生産ワールド{ $worlds ->
    [1] 1つに製品を1つ
   *[other] { $worlds }つまでに製品を1つずつ
}生産する
power-bonus-orb-actions = { $moment }：オーブアクション{ $actions }つをすべて行う
power-bonus-search = ゲーム中1回、すべてのフェイズの前に山札から次のいずれかを探す：{ $categories }

power-artifact-world-discount = 非軍事ワールドのコスト-{ $amount }
power-artifact-development-discount = デベロップのコスト-{ $amount }
power-artifact-genes-world-discount = 遺伝子資源の非軍事ワールドのコスト-{ $amount }
power-artifact-genes-world-military = 遺伝子資源の軍事ワールドに対する軍事力+{ $amount }
power-artifact-temporary-military = フェイズまたはオーブステップの間、軍事力+{ $amount }
power-artifact-alien-good = 異星種族技術の製品として売却・消費・使用できる
power-artifact-extra-squares = 探索チームコマ1個の移動+{ $amount }マス
power-artifact-cross-wall = 探索チームコマ1個が壁かバリアを1回通過できる
power-artifact-cross-barrier = 探索チームコマ1個がバリアを1回通過できる

word-military-only = 軍事ワールドのみ
word-leftover-military = 残りの軍事力
word-free = コスト0
word-owner-has-imperium = 帝国カードを持つプレイヤー
word-owner-has-positive-military = 軍事力1以上のプレイヤー
word-any-owner = 任意のプレイヤー
