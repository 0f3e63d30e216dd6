# ビヨンド・ザ・サンの図

beyond-round = ラウンド{ $round }
beyond-last-round = 最終は第{ $round }ラウンド
beyond-discs = ディスク{ $claimed }/{ $end }
beyond-spaces = アクションスペース
beyond-technologies = 技術 レベル{ $level }
beyond-in-deck = デッキ{ $cards }枚
beyond-exploration = 探査ボード
beyond-achievements = 偉業
beyond-events = 有効なイベント
beyond-turned-up = 公開されたカード
beyond-vp = VP
beyond-ore = 鉱石
beyond-population = 住民
beyond-strength = 軍事力
beyond-supply = サプライ
beyond-track-population = 食料トラック
beyond-track-ore = 鉱石トラック
beyond-growth = 人口増加{ $count }
beyond-income = 産出{ $count }
beyond-automation = 自動化{ $count }
beyond-colonies = 植民地
beyond-surcharge = +鉱石{ $ore }
beyond-undiscovered = 未発見
beyond-level = レベル{ $level }
beyond-points = { $points } VP
beyond-powers = 能力
