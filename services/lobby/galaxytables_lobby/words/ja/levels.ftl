# ボットの強さ。

level-random = できる手から無作為に選びます
level-easy = 経験則で選び、よく間違えます
level-normal = 経験則で選びます
level-hard = 少し先を読んでから答えます
level-best = 時間の許す限り先を読みます
level-heuristic = 経験則だけで選びます
level-greedy = すぐ得になる手を選びます
