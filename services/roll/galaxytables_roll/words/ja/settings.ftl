# ゲームの設定。

setting-sides = 初期タイルの面
    .text = 2枚の初期タイルのどちらを発展にするかを選ぶか、コストの低い面を使うか（R2.6、R2.9）。
setting-sides-choose = プレイヤーが選ぶ
setting-sides-cheaper = コストの低い面
setting-selecting-die = フェイズを選択したダイス
    .text = フェイズを選択した後、そのダイスもリアサインしたり休ませたりできるか、動かせないか（R3.16）。
setting-selecting-die-worker = 他の労働者と同じ
setting-selecting-die-locked = 動かせない
