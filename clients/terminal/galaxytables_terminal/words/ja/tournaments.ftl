# 大会：一覧、その一つ、新しい大会。

key-tournaments = 大会
tournaments-title = 大会
tournaments-yours = あなたの大会
tournaments-all = 受付中と開催中
tournaments-none = ありません。
tournaments-organise = 大会を開く…

tournament-title = 大会
tournament-swiss = スイス式
tournament-round-robin = 総当たり
tournament-knockout = 勝ち抜き
tournament-arena = アリーナ
tournament-league = リーグ
tournament-open = 受付中
tournament-running = 開催中
tournament-finished = 終了
tournament-cancelled = 中止
tournament-seats = { $count }人卓
tournament-starts = 開始：{ $when }
tournament-entered = { $count }人
tournament-by = 主催：{ $who }
tournament-paused = 中断中：新しいゲームは始まりません。
tournament-repair = 主催者より：{ $reason }
tournament-waiting = キャンセル待ち
tournament-withdrawn = 棄権
tournament-no-show = 不参加
tournament-replaced = ボットが代打中
tournament-there = チェックイン済み
tournament-register = この大会にエントリーする
tournament-registered = エントリーしました。あなたのゲームが始まると、ここと最初の画面に表示されます。
tournament-check-in = チェックインする
tournament-checked-in = チェックインしました。
tournament-withdraw = 棄権する
tournament-withdraw-sure = この大会を棄権しますか？
tournament-play = { $others }とのゲーム：テーブルへ行く
tournament-begin = いま始める
tournament-begin-sure = いま始めますか？条件は変更できなくなります。
tournament-pause = 中断する
tournament-resume = 再開する
tournament-cancel = 中止する
tournament-reason = 理由（全員に表示されます）
tournament-standings = 順位：ポイント、同点を分ける値
tournament-entrants = 参加者
tournament-round = 第{ $number }ラウンド
tournament-being-played = { $names }：ゲーム中
tournament-byes = 不戦：{ $names }

draft-title = 大会を開く
draft-how = enterで行を変更
draft-name = 名前：{ $name }
draft-name-ask = 大会の名前
draft-usual-name = { $who }の大会
draft-game = ゲーム：{ $game }
draft-format = 形式：{ $format }
draft-seats = テーブルの席：{ $seats }
draft-starts = 開始まで{ $time }
draft-announce = 告知する
draft-no-game = いま遊べるゲームがありません。
tournament-length-rounds = { $count }ラウンド
tournament-length-cycles = { $count ->
    [1] 全員と1回対戦
   *[other] 全員と{ $count }回対戦
}
tournament-length-best-of = { $count }番勝負
tournament-length-minutes = { $count }分
tournament-length-seasons = { $count }シーズン
