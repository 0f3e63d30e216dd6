# ゲームの設定。

setting-mats = 派閥マット
    .text = 共通の基本マットか、独自のトラックと能力を持つ上級マットか（R1.3）。
setting-mats-basic = 基本
setting-mats-advanced = 上級
setting-achievements-to-end = 終了条件のディスク
    .text = ゲームを終わらせる偉業ディスクの数。人数によるか、常に4枚か（R7.2）。
setting-achievements-to-end-by-seats = 人数による
setting-achievements-to-end-four = 常に4枚
setting-control-below-a-tie = 他の派閥が同数のときの支配
    .text = 他の派閥が同数で最大のとき、支配する派閥がその場所を保つか（R13.14）。
setting-control-below-a-tie-lost = 失う
setting-control-below-a-tie-kept = 保つ
setting-settlers = 入植する宇宙船
    .text = 入植できる宇宙船。そこにあるどれでもか、必要な船だけか（R14.3）。
setting-settlers-any = どれでも
setting-settlers-needed = 必要な船だけ
setting-round-limit = 最終ラウンド
    .text = 偉業でゲームが終わらない場合の最終ラウンド（R7.6）。
