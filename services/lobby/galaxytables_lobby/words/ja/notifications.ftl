# ページを開いていないプレイヤーへの通知。

notification-table = 「{ $table }」（{ $game }）
notification-somebody = 誰か
notification-others = { $who }ほか{ $others }人

notification-your-turn = { $table }であなたの番です。
notification-your-turn-by = { $table }であなたの番です。期限は{ $deadline }です。
notification-deadline = { $table }の持ち時間は{ $deadline }に終わります。
notification-started = { $table }のゲームが始まりました。
notification-ended = { $table }のゲームが終わりました。
notification-message = { $table }に{ $who }が書き込みました。
notification-operator = 運営者より：{ $text }
notification-test = テストです。通知はここに届きます。
