# Who sits where, and how much time there is.

people-seat = seat { $number }
people-automated = { $name }'s bot
people-you = you
people-resigned = resigned
people-comma = { $first }, { $second }
people-and = { $first } and { $second }

time = Time: { $words }
time-none = no limit
time-per-move = { $time } for each choice
time-budget = { $time } for the game, and { $increment } more after each choice
time-with-bank = { $words }, and { $time } in the bank
time-with-vacation = { $words }; { $time } of vacation

clock-hours = { $time } h
clock-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}

bot-random = Random bot
bot-greedy = Hasty bot
bot-heuristic = Rule-of-thumb bot
bot-easy = Easy bot
bot-normal = Normal bot
bot-hard = Hard bot
bot-best = Strongest bot
bot-named = { $bot } (bot)
bot-about = { $bot } · { $manner }
