# 席の名前と、残り時間。

people-seat = 席{ $number }
people-automated = { $name }のボット
people-you = あなた
people-resigned = 投了
people-comma = { $first }、{ $second }
people-and = { $first }、{ $second }

time = 持ち時間：{ $words }
time-none = 制限なし
time-per-move = 1手{ $time }
time-budget = 全体で{ $time }、1手ごとに{ $increment }追加
time-with-bank = { $words }、さらにゲーム全体で予備時間{ $time }
time-with-vacation = { $words }、休暇{ $time }

clock-hours = { $time }時間
clock-days = { $days }日

bot-random = でたらめボット
bot-greedy = せっかちなボット
bot-heuristic = 経験則ボット
bot-easy = やさしいボット
bot-normal = ふつうのボット
bot-hard = 強いボット
bot-best = 最強のボット
bot-named = { $bot }（ボット）
bot-about = { $bot } · { $manner }

people-title = 人々
people-followed = フォロー中
people-none = まだ誰もフォローしていません。テーブルで会った人は下にいます。
people-others = ブロック・ミュート・メモ
people-met = テーブルで会った人
people-unnamed = 誰か
people-blocked = ブロック中
people-muted = ミュート中
people-where-table = テーブルにいる
people-where-online = オンライン
people-where-away = 不在
people-hide = 自分の居場所を隠す
relation-friend = フレンド
relation-follow = フォローする
relation-unfollow = フォローを外す
relation-mute = ミュートする
relation-unmute = ミュートを解除
relation-block = ブロックする
relation-unblock = ブロックを解除
relation-report = 通報する
relation-block-sure = あなたと{ $who }は同じテーブルに着席できなくなり、{ $who }の書き込みは表示されません。誰にも知らされません。ブロックしますか？
relation-note = 自分だけが見るメモ
key-search = 探す
people-search = プレイヤーを探す：名前の始まり
people-found = 「{ $name }」で始まる名前
people-found-none = いません。いまオンラインの人、アカウントのある人、ゲームを終えたことのある人が見つかります。
people-online = いまオンライン
people-online-none = いま、オンラインの人は誰もいません。
challenge-to = { $game }の対戦を申し込む
challenge-to-table = 自分の{ $game }のテーブルでの対戦を申し込む
challenge-sent = { $who }に対戦を申し込みました。
challenges-title = 対戦の申し込み
challenges-line = { $who }が{ $game }の対戦を申し込んでいます。Enterで受けます。
challenges-decline = 断る
challenges-notice = { $who }が{ $game }の対戦を申し込んでいます。Ctrl+Yで受け、Ctrl+Oで断ります。
challenged-sent = { $who }：申し込み中、まだ見ていません
challenged-seen = { $who }：申し込み中、見ました
challenged-declined = { $who }：申し込みを断りました
