# Key hints and the page that explains them.

key-quit = Quit
key-back = Back
key-leave = Leave
key-help = Help
key-retry = Try again
key-look = Look again
key-past = Played
key-account = Account
key-people = People
key-rename = Name
key-rating = Rated or not
key-more = Earlier games
key-best = Who is best
key-replay = Step through
key-answer = Answer
key-mark = Mark
key-clear = Clear
key-undo = Undo
key-propose = Propose to take back
key-accept = Accept
key-decline = Decline
key-talk = Talk
key-card = Card
key-log = Log
key-why-not = Why not
key-hint = Hint
key-look-back = Look back
key-skip-missed = Enough
key-next-question = Next question
key-pause = Pause
key-vacation = Vacation
key-resign = Resign
key-claim-end = End the game
key-scores = Scores
key-ready = Ready
key-start = Start
key-add-bot = Add bot
key-remove-bot = Remove bot
key-kick = Kick
key-options = Options
key-free-seat = Free seat
key-step-back = Back
key-step-on = On
key-leap-back = 10 back
key-leap-on = 10 on
key-first = Beginning
key-last = End
key-open-hands = Hands

dialog-back = esc: back
dialog-yes-no = y: yes   n: no
dialog-send = enter: send   esc: back
dialog-sign-in = f2: copy the address   enter: send   esc: back

help-title = Help
help-page =
    Answering
      1 2 3 …     mark an option by its number, or take the mark away;
                  where one option is wanted: move to it
      ↑ ↓ space   move; mark what the cursor is on
      enter       give the answer
      backspace   take all marks away
      p           the next question, if several are open
      ?           why the other cards and places are no options
      H           at a private table: what a bot would answer

    Looking
      tab         to the table, the options, the log and back
      ↑ ↓ ← →     walk over the cards; the details follow
      space       on a card that is an option: mark it where it lies;
                  <3> on the table is option 3, «3» is marked
      d           the details of that card on a page of their own
      l           show the log, the talk, the details, or all
      b           look back: the game step by step
      esc         hide what happened while you were away

    The game
      u           take back your last choice, while that is fair
      U           propose to take it back, when others must agree;
                  y, n: agree to such a proposal, or not
      c           say something; l shows what was said
      z           wish a pause, or to go on: once all wish it; v: vacation
      R           resign; E: end a game that all others have left
      s           the final scores, at the end
      q           leave; your seat stays yours
      f1          this page

    The menu
      r           look again
      a           your account: sign in, devices, tokens for programs, notifications, your data
      p           people: who is online, challenges, friends, whom you mute or block
      t           games over days: what you wait for, and what to look for
      c           tournaments: enter one, follow it, or announce your own
      n           take another name
      g           whether new tables are rated: rated, strict, casual
      h           games that are over: look at one with enter, step through it with s or →,
                  m: earlier ones, b: who is best

    Step by step
      ← →         one step back, or on
      page up, page down, home, end: ten steps, to the beginning, to the end
      o           once the game is over: through the eyes of the next player

    The mark ▸ beside a name means: has to choose now. Every question
    says in brackets how many options it wants and which paragraph of
    the rules it stands on. If the clock runs out, a harmless answer
    is given for you.
