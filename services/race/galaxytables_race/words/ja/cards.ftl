# 能力以外にコンポーネントに書かれているもの。

kind-world = { $military_key ->
    [true] 軍事ワールド、防御力{ $defense }
   *[false] 非軍事ワールド、コスト{ $cost }
}、{ printed-points }{ $xeno_key ->
    [true] 、ゼノワールド
   *[false] {""}
}{ $good_count ->
    [1] 、{ $good }の{ $production }ワールド
   *[0] {""}
}{ $start_world_count ->
    [1] 、初期ワールド（{ $start_colour }）
   *[0] {""}
}{ printed-marks }
kind-development = デベロップ、コスト{ $cost }、{ printed-points }{ printed-marks }
printed-points = { $vp_count ->
    [1] { $vp }勝利点
   *[0] ゲーム終了時に得点
}
printed-marks = { $keywords_count ->
    [0] {""}
   *[other] 、{ $keywords }
}{ $prestige_key ->
    [true] 、威信マーク
   *[false] {""}
}{ $replaces_count ->
    [1] 、第2版
   *[0] {""}
}

kind-action = アクション：{ $phase }{ $second_key ->
    [true] （2枚目：両方のカードが選ばれると、このフェイズを2回行う）
   *[false] {""}
}{ $played_with_count ->
    [1] { $boosts_count ->
        [1] 、威信チップ1枚で（ゲーム中1回）
       *[0] 、{ $played_with }を使うゲームのみ
    }
   *[0] {""}
}{ $phase_key ->
    [explore] 。全員がカードを2枚引いて1枚残す。選んだ人の特権：
    [develop] 。全員がデベロップを1枚出せる。選んだ人の特権：
    [settle] 。全員がワールドを1枚出せる。選んだ人の特権：
    [consume] 。全員が製品を勝利点やカードに変える。選んだ人の特権：
    [produce] 。全員の生産ワールドに製品が置かれる。選んだ人の特権：
   *[other] {""}
}

kind-goal = { $type_key ->
    [first] 最速目標、{ $vp }勝利点
   *[most] 最大目標、{ $vp }勝利点（終了時、値が最大の他のプレイヤーは{ $tie_vp }勝利点）
}、獲得タイミング：{ $checked }{ $ways_count ->
    [1] {""}
   *[other] （次のいずれかで達成）
}
group-ways = { $conditions }
group-conditions = { $counted_key ->
    [phases_with_power] { $least }つのフェイズ（交易を含む）すべての能力
    [six_cost_variable_developments] ゲーム終了時に得点するコスト6のデベロップ
    [good_kinds_of_worlds] { $least }種類の製品のワールド
    [cards_discarded_to_hand_limit] 手札上限で捨てたカード
    [keyword_cards] { $keyword }のカード{ $least }枚
    [vp_chips] 勝利点チップ{ $least }点
    [goods_on_worlds] 製品{ $least }つ
    [tableau_cards] カード{ $least }枚
    [production_worlds] 生産ワールド{ $least }枚
    [developments] デベロップ{ $least }枚
    [permanent_military] 軍事力{ $least }
    [novelty_or_rare_worlds] 嗜好品か希少元素のワールド{ $least }枚
    [cards_with_power] { $phase }能力を持つカード{ $least }枚
    [prestige] 威信チップ{ $least }枚
    [worlds] ワールド{ $least }枚
    [military_worlds] 軍事ワールド{ $least }枚
    [negative_military] 軍事力-{ $least }以下
    [takeover_powers] 占領能力{ $least }個
    [rebel_military_worlds] 反乱軍の軍事ワールド{ $least }枚
   *[other] { $counted }{ $least }
}

kind-vp-chip = 勝利点チップ、{ $vp }勝利点。プレイヤー1人につき{ $per_seat }点、威信を使うゲームではさらに{ $with_prestige }点
kind-prestige-chip = 威信チップ、{ $vp }勝利点
kind-reward-chip = 防衛報酬チップ、{ $vp }勝利点（勝利点チップではない）
kind-leader-tile = 威信リーダータイル：チップが載っていれば、ラウンド開始時に勝利点チップ{ $vp }点とカード{ $cards }枚

kind-invasion = ウェーブ{ $wave }の侵略カード、強さ：{ $strength_count ->
    [1] { $strength }
   *[0] 軍事力+{ $military_plus }
}
kind-repulse-tile = { $seats }人用の撃退タイル：撃退値{ $repulse }、防衛報酬は提督ディスクが上位の順に{ $rewards }、侵略カードはウェーブ順に{ $wave_cards }枚
kind-repulse-track = 撃退トラック。左端のスペースは{ $lowest }以下
kind-bunker = バンカー：手札{ $cards }枚を捨てると、戦いごとに1回ゼノに対する防御力+{ $strength }
kind-defeat-tile = 帝国敗北タイル：全員が{ $defeats }度防御に失敗すると敗北
kind-bonus-tile = { $counted }が最大なら{ $vp }勝利点

kind-orb-card = オーブカード、{ $deck }
kind-artifact = アーティファクト{ $series }、{ $vp }勝利点{ $vp_per_station ->
    [0] {""}
   *[other] 、見えている知性化種族繁殖基地1つにつき{ $vp_per_station }勝利点
}{ $artifact_class_count ->
    [1] 、{ $artifact_class }
   *[0] {""}
}

word-world = ワールド
word-development = デベロップ
word-production = 生産
word-windfall = 単発生産
word-red = 赤
word-blue = 青
word-xeno = ゼノ
word-keyword-alien = 異星種族
word-keyword-rebel = 反乱軍
word-keyword-imperium = 帝国
word-keyword-uplift = 知性化
word-keyword-chromosome = 知性化マーク
word-keyword-terraforming = 惑星改造
word-keyword-anti-xeno = アンチゼノ
word-keywords-alien = { word-keyword-alien }
word-keywords-rebel = { word-keyword-rebel }
word-keywords-imperium = { word-keyword-imperium }
word-keywords-uplift = { word-keyword-uplift }
word-keywords-chromosome = { word-keyword-chromosome }
word-keywords-terraforming = { word-keyword-terraforming }
word-keywords-anti-xeno = { word-keyword-anti-xeno }

word-base = 基本セット
word-gathering-storm = 嵐の予兆
word-rebel-vs-imperium = 帝国対反乱軍
word-brink-of-war = 戦争の影
word-alien-artifacts = 異星種族のアーティファクト
word-xeno-invasion = ゼノの侵略
word-new-worlds = ニューワールド
word-uplift-knowledge-settle-only = 知性化情報は移住の後のみ

word-first = 最速
word-most = 最大
word-round-start = ラウンド開始
word-phases-with-power = 能力のあるフェイズ
word-six-cost-variable-developments = ゲーム終了時に得点するコスト6のデベロップ
word-good-kinds-of-worlds = ワールドの種類
word-cards-discarded-to-hand-limit = 手札上限で捨てたカード
word-keyword-cards = 種別のあるカード
word-vp-chips = 勝利点チップ
word-goods-on-worlds = 製品
word-tableau-cards = 場のカード
word-production-worlds = 生産ワールド
word-developments = デベロップの枚数
word-permanent-military = 軍事力
word-novelty-or-rare-worlds = 嗜好品か希少元素のワールド
word-cards-with-power = 能力を持つカード
word-worlds = ワールドの枚数
word-military-worlds = 軍事ワールド
word-negative-military = 0未満の軍事力
word-takeover-powers = 占領能力
word-rebel-military-worlds = 反乱軍の軍事ワールド

word-value-against-xeno = ゼノに対する軍事力
word-war-effort = 戦争努力への貢献
word-start-airlock = 最初のエアロックカード
word-extra-airlock = 追加のエアロックカード
word-plain = 何もないマス
word-artifact-a = アーティファクトA
word-artifact-b = アーティファクトB
word-airlock = エアロックマス
word-wall = 壁
word-barrier = バリア
word-north = 上
word-east = 右
word-south = 下
word-west = 左
word-science = 異星種族科学トークン
word-technology = 異星種族技術トークン
word-uplift = 異星種族知性化トークン
