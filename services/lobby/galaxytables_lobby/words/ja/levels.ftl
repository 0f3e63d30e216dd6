# ボットの強さ。

level-random = でたらめに選びます
level-easy = ときどき間違える初心者です
level-normal = 経験則で選びます
level-hard = 先を読んでから答えます
level-best = 時間の許す限り先を読みます
level-heuristic = 経験則で選びます
level-greedy = すぐ得になる手を選びます
