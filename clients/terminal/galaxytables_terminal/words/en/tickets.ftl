# Looking for others who would play the same, by tickets.

key-bots-now = Play bots now
key-cancel = Cancel
key-tickets = Over days
menu-now = Play now
waiting-title = Looking for players: { $game }
waiting-time = You have waited { $time }.
waiting-people = { $count ->
    [one] 1 person waits
   *[other] { $count } people wait
}
waiting-with-you = { $count ->
    [one] only you so far
   *[other] { $count } people look for this, with you
}
waiting-usual = usually { $time }
waiting-online = { $count ->
    [one] 1 person online
   *[other] { $count } people online
}
waiting-bots-in = bots in { $time }
tickets-title = Games over days
tickets-yours = You wait for
tickets-none = Nothing. Choose a game below: it is looked for during 7 days, and you are notified when it has begun.
tickets-others = Others wait for
tickets-seek = Look for players over days
tickets-game = { $game } for { $seats }
tickets-live = held now
tickets-until = until { $when }
tickets-cancel-sure = Wait for this no longer?
tickets-too-late = It is too late: the table has begun, or begins now.
tickets-made = This is looked for during 7 days.
