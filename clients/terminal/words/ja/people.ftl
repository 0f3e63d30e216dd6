# 席の名前と、残り時間。

people-seat = 席{ $number }
people-you = あなた
people-bot = ボット
people-resigned = 投了
people-comma = { $first }、{ $second }
people-and = { $first }、{ $second }

clock-hours = { $time }時間
clock-days = { $days }日
