# Puzzles: positions of real games in which one answer is clearly best.

puzzles = Puzzles
puzzles-solved = { $solved } of { $count } solved
puzzles-all = All puzzles of this game
puzzles-go-on = Go on
puzzles-none = There are no puzzles for this game now.
puzzle-number = Puzzle { $number }
puzzle-solved = solved
puzzle-about = From a real game of bots: one answer wins clearly more games than all others. Which?
puzzle-opponent = Opponent
puzzle-right = Right!
puzzle-wrong = Not the best answer.
puzzle-told = The best answer
puzzle-both = Of 100 games it wins { $own }, the best answer { $win }.
puzzle-beside-yours = Of 100 games it wins { $win }; your answer, { $other }, wins { $otherWin }.
puzzle-beside-next = Of 100 games it wins { $win }; the next best answer, { $other }, wins { $otherWin }.
puzzle-figure = { $name }: { $of } instead of { $instead }
puzzle-try = Choose again, or have the answer shown.
puzzle-show = Show the answer
puzzle-next = Next puzzle
puzzle-answers = How many games each answer wins, played forward by a bot
puzzle-win = { $win } %
puzzle-yours = your answer
puzzle-best = best
puzzle-daily = Puzzle of the day
puzzle-daily-go = Solve it
puzzle-daily-solved = Solved today
