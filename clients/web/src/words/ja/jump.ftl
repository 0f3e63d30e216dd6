# ジャンプドライブの図

jump-round = ラウンド{ $round }
jump-goal = { $vp } VPまで
jump-deck = 山札{ $cards }枚
jump-discards = 捨て札{ $cards }枚
jump-hand = 手札
jump-hand-of = { $cards }枚（収入の後は{ $limit }枚まで）
jump-to-place = 配置する
jump-to-discard = 捨てる
jump-cards = 手札
jump-income = 毎ラウンドのカード
jump-military = 軍事力
jump-explore = 探索アイコン
jump-chromosome = 染色体アイコン
jump-against = { $against }に対して{ $strength }
jump-vp = VP
jump-vp-round = 毎ラウンドの勝利点
jump-team = 調査チーム
jump-dealer = 親
jump-action-1 = 発展
jump-action-2 = 移住
jump-action-3 = 発展と移住
jump-action-4 = 探索
