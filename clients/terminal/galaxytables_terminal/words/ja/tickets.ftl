# チケットで相手を探す。

key-bots-now = 今すぐボットと
key-cancel = やめる
key-tickets = 数日かけて
menu-now = すぐ遊ぶ
waiting-title = 相手を探しています：{ $game }
waiting-time = 待った時間：{ $time }
waiting-people = { $count }人が待っています
waiting-with-you = { $count ->
    [1] 探しているのはあなただけ
   *[other] あなたを含めて{ $count }人が探しています
}
waiting-usual = ふだんは{ $time }
waiting-online = オンライン{ $count }人
waiting-bots-in = ボットまで{ $time }
tickets-title = 数日かけるゲーム
tickets-yours = 待っているもの
tickets-none = ありません。下のゲームを選ぶと、7日間相手を探します。始まったらお知らせします。
tickets-others = 他の人が待っているゲーム
tickets-seek = 数日かけて相手を探す
tickets-game = { $game }（{ $seats }人）
tickets-live = いま待機中
tickets-until = { $when }まで
tickets-cancel-sure = 待つのをやめますか？
tickets-too-late = 間に合いませんでした。テーブルはもう始まったか、これから始まります。
tickets-made = 7日間相手を探します。
