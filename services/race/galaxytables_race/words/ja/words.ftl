# ゲームの言葉。

game = レース・フォー・ザ・ギャラクシー

word-explore-5-0 = 探査+5
word-explore-1-1 = 探査+1+1
word-explore-orb = オーブ探査
word-develop = 発展
word-develop-2 = 発展（2枚目）
word-settle = 移住
word-settle-2 = 移住（2枚目）
word-settle-bonus = 移住の特権
word-consume-trade = 消費：交易
word-consume-x2 = 消費：×2
word-produce = 生産
word-produce-repair = 生産：修復
word-search = 探索アクション
word-explore = 探査
word-orb = オーブ
word-trade = 交易
word-consume = 消費
word-invasion = 侵略
word-round-end = ラウンド終了

word-novelty = 嗜好品
word-rare = 希少元素
word-genes = 遺伝子資源
word-alien = 異星種族技術
word-any = 任意の種類

word-discard-self = このカード
word-hand-card = 手札
word-good = 製品
word-prestige = 威信

word-consume-distinct = 異なる種類を消費
word-consume-all-goods = 残りの製品をすべて消費
word-consume-hand = 手札を捨てる
word-consume-prestige = 威信を消費
word-trade-as-consume = 製品を売却
word-gamble-guess-cost = コストを予想
word-gamble-ante = カードを賭ける

word-military-development = 軍事力+1か+2のデベロップ
word-small-military-windfall = 防御力1か2の軍事単発生産ワールド
word-small-peaceful-windfall = コスト1か2の非軍事単発生産ワールド
word-chromosome-world = 知性化マークのあるワールド
word-alien-goods-world = 異星種族技術の生産ワールドか単発生産ワールド
word-several-goods = 製品を2つ以上消費できるカード
word-strong-military-world = 防御力5以上の軍事ワールド
word-six-cost-development = ゲーム終了時にボーナス点のあるコスト6のデベロップ
word-takeover-power = 占領に関する能力を持つカード

word-upright = そのまま
word-turned-right = 右に90度
word-upside-down = 上下逆
word-turned-left = 左に90度
word-extra-squares = 移動を増やす
word-cross-wall = 壁かバリアを通り抜ける
word-cross-barrier = バリアを通り抜ける
word-temporary-military = このステップの軍事力
word-A = A
word-B = B
word-breeding-tube = 増殖チューブ
word-jump-tube = ジャンプチューブ
word-feeding-station = 知性化種族繁殖基地
word-airlock-hub = エアロック

word-Innovation-Leader = 改革の指導者
word-Galactic-Status = 銀河での地位
word-System-Diversity = 多様な星系
word-Budget-Surplus = 余剰生産力
word-Overlord-Discoveries = 支配異星種族発見
word-Galactic-Standard-of-Living = 銀河の生活水準
word-Galactic-Riches = 銀河の富
word-Uplift-Knowledge = 知性化情報
word-Expansion-Leader = 発展の指導者
word-Galactic-Standing = 銀河の名誉ある地位
word-Military-Influence = 軍事的影響力
word-Peace-War-Leader = 平和軍事主導者
word-Production-Leader = 最大生産国家
word-Greatest-Infrastructure = 最大開発国家
word-Greatest-Military = 最大軍事国家
word-Largest-Industry = 最大産業国家
word-Research-Leader = 研究主導国家
word-Propaganda-Edge = 最先端プロパガンダ国家
word-Galactic-Prestige = 銀河威信国家
word-Prosperity-Lead = 繁栄主導国家

score-cards = カード
score-chips = 勝利点チップ
score-endgame = ゲーム終了時のボーナス点
score-prestige = 威信
score-goals = 目標タイル
score-defense = 防衛報酬チップ
score-tiles = ボーナスタイル
score-artifacts = アーティファクト
