# ゲームの設定。

setting-hands = 最初の手札
    .text = 7枚配られて5枚を残すか（R1.4）、決められた手札を使うか（R1.3）。
setting-hands-dealt = 配る
setting-hands-preset = 決められた手札
setting-dealer = 親
    .text = カードを配る席。引く順番だけに影響します（R1.6）。
