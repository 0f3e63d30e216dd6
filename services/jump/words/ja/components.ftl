# 日本語のカード名（元の資料にあるもの）。

component-survey-team = 調査チーム
