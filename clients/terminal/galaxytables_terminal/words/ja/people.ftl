# 席の名前と、残り時間。

people-seat = 席{ $number }
people-automated = { $name }のボット
people-you = あなた
people-resigned = 投了
people-comma = { $first }、{ $second }
people-and = { $first }、{ $second }

time = 持ち時間：{ $words }
time-none = 制限なし
time-per-move = 1手{ $time }
time-budget = 全体で{ $time }、1手ごとに{ $increment }追加
time-with-bank = { $words }、予備時間{ $time }
time-with-vacation = { $words }、休暇{ $time }

clock-hours = { $time }時間
clock-days = { $days }日

bot-random = でたらめボット
bot-greedy = せっかちなボット
bot-heuristic = 経験則ボット
bot-easy = やさしいボット
bot-normal = ふつうのボット
bot-hard = 強いボット
bot-best = 最強のボット
bot-named = { $bot }（ボット）
bot-about = { $bot } · { $manner }
