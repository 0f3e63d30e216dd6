# 問題：実際のゲームから、はっきりと最善の手が一つある局面。

puzzles = 問題
puzzles-solved = { $count }問中{ $solved }問正解
puzzles-all = このゲームの問題一覧
puzzles-go-on = 続きから解く
puzzles-none = このゲームの問題は今ありません。
puzzle-number = 問題{ $number }
puzzle-solved = 正解済み
puzzle-about = ボットどうしの実際のゲームから。他の手よりはっきり多く勝てる手が一つあります。どれでしょう？
puzzle-opponent = 相手
puzzle-right = 正解です！
puzzle-wrong = 最善の手ではありません。
puzzle-told = 最善の手
puzzle-both = 100回のうち勝つのは{ $own }回、最善手なら{ $win }回です。
puzzle-beside-yours = 100回のうち{ $win }回勝ちます。あなたの答え「{ $other }」は{ $otherWin }回です。
puzzle-beside-next = 100回のうち{ $win }回勝ちます。次に良い答え「{ $other }」は{ $otherWin }回です。
puzzle-figure = { $name }：{ $instead }でなく{ $of }
puzzle-try = もう一度選ぶか、答えを見てください。
puzzle-show = 答えを見る
puzzle-next = 次の問題
puzzle-answers = ボットが先読みした、それぞれの手で勝てる割合
puzzle-win = { $win }%
puzzle-yours = あなたの答え
puzzle-best = 最善
puzzle-daily = 今日の問題
puzzle-daily-go = 解く
puzzle-daily-solved = 今日の問題は正解済み
