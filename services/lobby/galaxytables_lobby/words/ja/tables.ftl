# 名前のある持ち時間と、ゲームが終わった理由。

preset-live-quick = リアルタイム（速い）：1手20秒、予備時間3分
preset-live = リアルタイム：1手45秒、予備時間10分
preset-live-budget = リアルタイム（合計時間制）：1ゲーム20分、1手ごとに10秒加算、最大30分
preset-slow = ターン制：1手1日、予備時間1週間、休暇3週間
preset-slow-easy = ターン制（ゆっくり）：1手3日、予備時間2週間、休暇5週間

word-played-out = 最後までプレイ
word-stalled = 放置
word-resigned = 投了
word-clocked-out = 時間切れ
word-abandoned = プレイヤー不在
word-closed-by-operator = 運営者による終了
