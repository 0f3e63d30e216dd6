# チケットで対戦相手を待つ間の言葉。

lobby-find = 人と遊ぶ
lobby-find-about = 遊びたいものを選ぶと、同じものを選んだ最初の人が相手になります。
lobby-find-now = { $seeks ->
    [0] 空席のあるテーブルが{ $tables }卓あります
   *[other] { $tables ->
        [0] いま相手を探している人がいます
       *[other] いま相手を探している人がいます。空席のあるテーブルも{ $tables }卓あります
    }
}
lobby-waits = { $count ->
    [0] いま探している人はいません
   *[other] いま{ $count }人が探しています
}
lobby-waits-own = { $count ->
    [0] 探しているのはあなただけ
   *[other] あなたと他{ $count }人が探しています
}
lobby-waits-usual = ふだんは{ $time }
lobby-bots-none = 人とだけ
lobby-against = 誰も来なければ{ $bot }
lobby-waiting = 待っています…
lobby-ways = その他の遊び方
lobby-ways-seek = 対戦相手を探す
waiting-title = 相手を待っています
waiting-for = 相手を探しています：{ $games }
waiting-time = 待った時間
waiting-people = { $count ->
    [1] 探しているのはあなただけ
   *[other] あなたを含めて{ $count }人が探しています
}
waiting-usual = ふだんは{ $time }
waiting-bots-in = ボットまで{ $time }
waiting-bots-now = 今すぐボットと遊ぶ
waiting-close = 閉じる
seek-title = 対戦相手を探す
seek-about = 遊んでもよいものをすべて選んでください。どれかが同じ最初の人が相手になります。
seek-players = 人数
seek-others = { $count }人が探しています
seek-others-of = { $game }（{ $count }人）
seek-others-now = いま探している人：{ $games }
seek-rating = { $terms ->
    [1] レーティング対象
    [2] レーティング対象（取り消しなし）
   *[other] レーティング対象外
}
seek-range = 相手の強さ
seek-range-of = { $most ->
    [0] 誰とでも
   *[other] 実力の差が{ $most }点まで
}
seek-bots = 誰も来ないとき
seek-bots-never = 待ち続ける
seek-bots-after = { $time }後にボット
seek-slow-about = ここにいなくても、7日間相手を探します。ゲームが始まったらお知らせします。
seek-notifications = お知らせの設定
seek-too-many = { $count }種類のテーブルが選ばれています。{ $most }種類までです（席数ごとに数えます）。
seek-none = ゲームを選んでください。
seek-now = 今すぐ相手を探す
seek-slow = 7日間相手を探す
seek-made = 相手を探しています。
seek-waits-already = すでに待っています。下をご覧ください。
seek-begun = ゲームが始まりました。
seek-to-table = テーブルへ
seeks-title = 相手を探している人
seeks-people = { $others ->
    [0] { $count }人
   *[other] 他に{ $count }人
}
seeks-waits = { $time }前から
seeks-new = たったいま
seeks-answer = 参加
tickets-title = 待っているゲーム
tickets-game = { $game }（{ $seats }人）
tickets-until = { $when }まで
search-title = プレイヤーを探す
search-name = 名前でプレイヤーを探す
search-go = 探す
search-none = その名前で始まる人は見つかりません。いまオンラインの人、アカウントのある人、ゲームを終えたことのある人が見つかります。
