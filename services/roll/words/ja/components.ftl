# 日本語の名前（元の資料にあるもの）。タイルの名前は元の資料でも英語のまま。

component-home-die = ホームダイス
component-military-die = 軍事ダイス
component-consumption-die = 消費ダイス
component-novelty-die = 芸術品ダイス
component-rare-die = 希少元素ダイス
component-genes-die = 遺伝子工学ダイス
component-alien-die = エイリアンテクノロジーダイス
component-explore-phase = 探索
component-develop-phase = 発展
component-settle-phase = 移住
component-produce-phase = 生産
component-ship-phase = 出荷
component-phase-strip = フェイズストリップ
component-player-mat = プレイヤーマット
component-vp-chip-1 = 1VPチップ
component-vp-chip-5 = 5VPチップ
component-vp-chip-10 = 10VPチップ
