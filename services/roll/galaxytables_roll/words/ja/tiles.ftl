# タイルやダイスなどに書かれていることと、その効果。

kind-development = 発展、コスト{ $cost }、{ $vp }VP{ $reassign_key ->
    [true] 、リアサインパワー
   *[false] {""}
}
kind-world = ワールド（{ $colour }）、コスト{ $cost }、{ $vp }VP
kind-die = { $faces }
kind-phase-tile = フェイズ{ $number }
kind-phase-strip = { $phases }
kind-player-mat = クレジット：{ $credits }
kind-vp-chip = { $vp }VP

power-gain-die = { $moment }：{ $colour }ダイス{ $count }個を得る（{ $to_key ->
    [world] このワールドの製品
   *[other] { $to }
}）
power-gain-credits = { $moment }：${ $amount }を得る
power-remove-die = { $moment }：自分のダイス{ $count }個を共通の置き場へ戻す
power-starting-credits = { $moment }：${ $amount }で始める
power-reassign = { $moment }：{ $workers }{ $most }個を{ $to_count ->
    [1] { $to }
   *[other] { $to }のいずれか
}へリアサインしてよい
    .with-least = { $moment }：{ $workers }{ $least }～{ $most }個を{ $to_count ->
        [1] { $to }
       *[other] { $to }のいずれか
    }へリアサインしてよい
power-reassign-by-majority =
    { $moment }：{ $tiles }が単独で最も多ければ労働者{ $sole }個まで、最多が同数なら{ $tied }個までリアサインしてよい
power-dictate-repeat = { $moment }：命令を何度でも使ってよい
power-dictate-count = { $moment }：命令1回で労働者を{ $most }個まで動かしてよい
power-rearrange-construction = { $moment }：建設地区の両方の山を並べ替え、タイルを裏返してよい
power-scout-place-on-top = { $moment }：偵察で引いたタイルを山の上に置いてよい
power-stock-amount = { $moment }：{ $colour }の探索者の備蓄は${ $amount }
power-extra-workers = { $moment }：このフェイズの追加の労働者：{ $colours }
power-draw-tile-at-phase-end = { $moment }：フェイズ終了時にタイルをさらに{ $count }枚引く
power-credits-if-scouted-with = { $moment }：{ $colour }の探索者が偵察したなら${ $amount }
power-credits-if-most-developments = { $moment }：発展が最も多いなら${ $amount }
power-cost-reduction = { $moment }：{ $tiles }のコスト-{ $amount }{ $floor ->
    [0] {""}
   *[other] （{ $floor }未満にはならない）
}
power-credits-on-completion = { $moment }：他の{ $tiles }を完成させるたびに${ $amount }
power-completion-dice-to-cup = { $moment }：完成した{ $tiles }の{ $mode_key ->
    [all] { $colours }の労働者すべて
   *[choose] 労働者{ $least }～{ $most }個
}はカップへ戻る
power-credits-per-citizenry-die = { $moment }：フェイズ終了時、市民の{ $colour }ダイス{ $group }個につき${ $amount }{ $group ->
    [1] {""}
   *[other] （端数切り上げ）
}
power-credits-at-phase-end = { $moment }：フェイズ終了時に${ $amount }
power-goods-capacity = { $moment }：ワールドの製品の上限+{ $extra }
power-credits-per-good-on-world = { $moment }：フェイズ終了時、{ $tiles }の製品1つにつき${ $amount }
power-credits-per-good-of-die = { $moment }：フェイズ終了時、製品の{ $colour }ダイス1個につき${ $amount }
power-trade-credits = { $moment }：{ $tiles }からの交易は+${ $amount }
power-trade-buy-chip = { $moment }：交易のたびに${ $price }で{ $vp }VPを買ってよい
power-consume-credits = { $moment }：{ $tiles }からの消費で${ $amount }も得る
power-consume-chips = { $moment }：{ $tiles }からの消費は+{ $amount }VP
power-credits-if-highest-world = { $moment }：フェイズ終了時、最もコストの高いワールドを自分だけが持つなら${ $amount }
power-chips-at-phase-end = { $moment }：フェイズ終了時に{ $amount }VP
power-vp-per-development = { $moment }：{ $tiles }1枚につき{ $amount }VP
power-vp-fraction-of-cost = { $moment }：{ $tiles }のコスト合計の1/{ $divisor }（端数切り上げ）
power-vp-per-world = { $moment }：{ $tiles }1枚につき{ $amount }VP
power-vp-per-die-colour = { $moment }：持っているダイスの色1つにつき{ $amount }VP
power-vp-per-die-group = { $moment }：{ $colour }ダイス{ $group }個につき{ $amount }VP（端数切り上げ）
power-vp-chip-triangle = { $moment }：VPチップの合計が1、3、6…なら順に1、2、3…VP
power-vp-per-good = { $moment }：ワールドの製品1つにつき{ $amount }VP
power-dictate = { $moment }：命令（労働者1個を休ませ、{ $most }個を動かしてよい）
power-scout = 偵察：タイルを{ $count }枚と、捨てた枚数だけ引く
power-stock = 備蓄：${ $amount }
power-build = 建設地区の{ $tiles }の一番上に労働者を置く
power-produce = 生産者を製品として灰色でないワールドに置く（上限{ $capacity }個）
power-trade = 製品を交易：{ $prices }
power-consume = 製品を消費：{ $vp }VP、ワールドと同じ色の製品で+{ $good }、出荷者で+{ $shipper }

group-tiles = { $reassign_key ->
    [only] リアサインパワーを持つ発展
    [none] リアサインパワーを持たない発展
   *[any] { $colours_count ->
        [0] { $kind_key ->
            [world] ワールド
           *[development] 発展
        }
       *[other] { $colours }のワールド
    }
}
group-workers = { $from_key ->
    [any] {""}
   *[other] { $from }の
}{ $same_phase_key ->
    [true] 同じフェイズの
   *[false] {""}
}{ $colours_count ->
    [0] 労働者
   *[other] { $colours }の労働者
}
group-prices = { $colour }${ $credits }

word-any = 任意のフェイズ
word-selected = 選択したフェイズ
word-development = 発展
word-all = すべて
word-choose = 選択

word-home = ホーム
word-military = 軍事
word-consumption = 消費
word-novelty = 芸術品
word-rare = 希少元素
word-genes = 遺伝子工学
word-alien = エイリアンテクノロジー
word-grey = 灰色

word-assign = 割り当て
word-always = 常時
word-completion = 完成時
word-setup = 準備
word-end = ゲーム終了時
