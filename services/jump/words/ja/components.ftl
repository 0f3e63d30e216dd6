# 日本語のカード名（元の資料にあるもの）。

component-survey-team = 調査チーム
component-explore-marker = 探索マーカー
component-reference = リファレンスカード
component-preset-hand-1 = 決められた手札1
component-preset-hand-2 = 決められた手札2
component-preset-hand-3 = 決められた手札3
component-preset-hand-4 = 決められた手札4
