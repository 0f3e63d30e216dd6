# What players are told while no page is open.

notification-table = { $table } ({ $game })
notification-somebody = Somebody
notification-others = { $others ->
    [one] { $who } and one other
   *[other] { $who } and { $others } others
}

notification-your-turn = It is your turn at { $table }.
notification-your-turn-by = It is your turn at { $table }, until { $deadline }.
notification-deadline = Your time at { $table } ends at { $deadline }.
notification-started = The game at { $table } has begun.
notification-ended = The game at { $table } is over.
notification-message = { $who } wrote at { $table }.
notification-invited = { $who } challenges you to a game at { $table }.
notification-report-answered-report = A moderator has answered your report.
notification-report-answered-appeal = A moderator has answered your appeal.
notification-sanctioned-warning = A moderator has warned you.
notification-sanctioned-mute = You cannot write messages for now. Read why.
notification-sanctioned-ban = You have been banned. Read why.
notification-sanctioned-voided-game = A game of yours no longer counts for the ratings. Read why.
notification-tournament-called = You are called to your game of { $table }.
notification-tournament-check-in = Check-in to { $tournament } is open. It starts at { $start }.
notification-tournament-promoted = You have a place in { $tournament } now. It starts at { $start }.
notification-tournament-moved = { $tournament } now starts at { $start }.
notification-tournament-cancelled = { $tournament } is cancelled.
notification-tournament-finished = { $tournament } is over. Your place: { $place }.
notification-test = This is a test: notifications arrive here.
notification-several = { $count } notifications
notification-footer = You get this because you asked for it. To get no more e-mail:
notification-confirmation = Confirm your e-mail address
notification-confirmation-ask = Open this link within a day to get e-mail from { $page }:
notification-confirmation-else = If you did not ask for this, do nothing. Nothing more will come.
