# 終わったゲーム、レーティング、一手ずつの再現。

past-title = 終わったゲーム
past-none = まだ終わったゲームがありません。
past-no-more = これより前のゲームはありません。
past-best = ランキング
past-nobody = まだ誰もいません。
past-stalled = 放置
past-resigned = 投了
past-clocked-out = 時間切れ
past-abandoned = プレイヤー不在
past-closed = 運営者による終了
past-against = 相手：{ $others }
past-unrated = レーティング対象外
past-rating-change = レーティング{ $change }
past-no-rating = レーティング対象のゲームはまだありません。公開テーブルのゲームが対象です。
past-ratings = レーティング：{ $ratings }
past-rating-of = { $game } { $rating }（{ $games }戦{ $won }勝）
past-column-place = 順位
past-column-rating = レーティング
past-column-won = 勝ち
past-won-of = { $games }戦{ $won }勝
past-ended-resigned = { $points }点で投了
past-ended-won = { $points }点で勝ち
past-ended-shared = { $points }点で勝利を分け合う
past-ended-ranked = { $seats }人中{ $rank }位、{ $points }点

replay-fetching-events = テーブルの記録を取得しています…
replay-fetching-view = 取得中…
replay-no-events = このテーブルの記録はありません。
replay-step = { $last }手順中{ $step }
replay-seen-by = { $who }の視点
replay-seen-by-nobody = 観戦者の視点
replay-game-not-over = 全員の手札はゲーム終了後に見られます。
replay-cannot = 表示できません：{ $why }
