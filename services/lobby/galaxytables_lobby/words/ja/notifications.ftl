# ページを開いていないプレイヤーへの通知。

notification-table = 「{ $table }」（{ $game }）
notification-somebody = 誰か
notification-others = { $who }他{ $others }人

notification-your-turn = { $table }であなたの番です。
notification-your-turn-by = { $table }であなたの番です。期限は{ $deadline }です。
notification-deadline = { $table }の持ち時間は{ $deadline }に終わります。
notification-started = { $table }のゲームが始まりました。
notification-ended = { $table }のゲームが終わりました。
notification-message = { $table }に{ $who }が書き込みました。
notification-invited = { $who }が{ $table }での対戦を申し込んでいます。
notification-report-answered-report = モデレーターがあなたの通報に回答しました。
notification-report-answered-appeal = モデレーターがあなたの異議申し立てに回答しました。
notification-sanctioned-warning = モデレーターから警告があります。
notification-sanctioned-mute = メッセージの書き込みが制限されました。理由をご確認ください。
notification-sanctioned-ban = 利用が制限されました。理由をご確認ください。
notification-sanctioned-voided-game = あなたのゲーム1つがレーティングの対象外になりました。理由をご確認ください。
notification-tournament-called = { $table }のあなたのゲームが始まりました。卓へお越しください。
notification-tournament-check-in = 「{ $tournament }」のチェックインが始まりました。開始は{ $start }です。
notification-tournament-promoted = 「{ $tournament }」に空きが出て、出場できることになりました。開始は{ $start }です。
notification-tournament-moved = 「{ $tournament }」の開始が{ $start }に変わりました。
notification-tournament-cancelled = 「{ $tournament }」は中止になりました。
notification-tournament-finished = 「{ $tournament }」が終わりました。あなたは{ $place }位です。
notification-test = テストです。通知はここに届きます。
notification-several = 通知{ $count }件
notification-footer = このメールは、ご希望により送信しています。配信を停止するには：
notification-confirmation = メールアドレスの確認
notification-confirmation-ask = { $page }からメールを受け取るには、1日以内に次のリンクを開いてください：
notification-confirmation-else = お心当たりがなければ、何もする必要はありません。これ以上メールは届きません。
