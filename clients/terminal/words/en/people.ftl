# Who sits where, and how much time there is.

people-seat = seat { $number }
people-you = you
people-bot = bot
people-resigned = resigned
people-comma = { $first }, { $second }
people-and = { $first } and { $second }

clock-hours = { $time } h
clock-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
