# Games that are over, ratings, and a game step by step.

past-title = Games that are over
past-none = You have not finished a game yet.
past-no-more = There are no earlier games.
past-best = Who is best
past-nobody = Nobody yet.
past-stalled = nobody played on
past-resigned = by resignation
past-clocked-out = on time
past-abandoned = abandoned
past-closed = closed by the platform
past-against = against { $others }
past-unrated = not rated
past-rating-change = rating { $change }
past-no-rating = No rated game yet: games at public tables count.
past-ratings = Rating: { $ratings }
past-rating-of = { $game } { $rating } ({ $won } of { $games } won)
past-column-place = place
past-column-rating = rating
past-column-won = won
past-won-of = { $won } of { $games }
past-ended-resigned = resigned with { $points }
past-ended-won = won with { $points }
past-ended-shared = shared the victory with { $points }
past-ended-ranked = { $rank }. of { $seats } with { $points }

replay-fetching-events = Fetching what was told at this table …
replay-fetching-view = Fetching …
replay-no-events = Nothing was told at this table.
replay-step = step { $step } of { $last }
replay-seen-by = seen by { $who }
replay-seen-by-nobody = seen by spectators
replay-game-not-over = Hands are open once the game is over.
replay-cannot = It cannot be shown: { $why }
