# Time controls with a name, and why a game is over.

preset-live-quick = Live, quick: 20 seconds a choice, 3 minutes in the bank
preset-live = Live: 45 seconds a choice, 10 minutes in the bank
preset-live-budget = Live, one clock: 20 minutes for the game, 10 seconds back a choice, never more than 30 minutes
preset-slow = Slow: a day a choice, a week in the bank, three weeks of vacation
preset-slow-easy = Slow, easy: three days a choice, two weeks in the bank, five weeks of vacation

word-played-out = played out
word-stalled = nobody played any more
word-resigned = resigned
word-clocked-out = out of time
word-abandoned = abandoned
word-closed-by-operator = closed by the operator
