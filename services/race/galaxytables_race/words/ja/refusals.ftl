# 答えや設定が認められない理由。

refusal-more-military = 軍事力があと{ $missing }足りません。
refusal-too-few-goods = これらの能力すべてに使う製品が足りません。
refusal-too-few-cards = 残りを支払う手札があと{ $missing }枚足りません。
refusal-not-enough-to-win = これだけでは征服も支払いもできません。
refusal-consume-as-far-as-it-goes = その種類の製品は消費できるだけ消費しなければなりません。
refusal-whole-rewards = 報酬ごとに手札を{ $discard }枚捨てます。
refusal-artifact-in-one-way = アーティファクトは1回、1通りの使い方だけです。
refusal-one-hub-a-team = 1つの探索チームを戻せるのは1か所だけです。
refusal-too-few-means = これらの能力すべてに使う製品か手札が足りません。
refusal-more-strength = 勝つには強さがあと{ $missing }足りません。

refusal-not-in-pack = このテーブルのカードには、このセットが入っていません。
refusal-lacks-rules = このセットはまだここでは遊べません。
refusal-goals-without-set = 目標タイルは「嵐の予兆」からです。
refusal-takeovers-without-set = 占領は「帝国対反乱軍」からです。
refusal-draft-without-set = ドラフトは「嵐の予兆」からで、このセットにはありません。
refusal-orb-without-set = オーブゲームには「異星種族のアーティファクト」が必要です。
refusal-invasion-without-set = 侵略ゲームには「ゼノの侵略」が必要です。
refusal-reading-of-peace-war = 「平和軍事主導者」が占領能力を数えるのは、「戦争の影」を占領ありで遊ぶときです。
refusal-order-without-takeovers = この順は、占領ありのときだけ意味があります。
refusal-reading-of-council = 安全保障会議は「戦争の影」のカードで、占領ありのときに働きます。
refusal-reading-of-most-goals = 最大目標の比較は、目標タイルを使うときだけ意味があります。
refusal-reading-of-uplift = 「知性化情報」は「帝国対反乱軍」の目標タイルです。
refusal-reading-of-orb = オーブカードの置き方は、オーブゲームでだけ意味があります。
refusal-reading-of-contributor = 最大貢献者タイルは侵略ゲームのものです。
refusal-scenario-without-takeovers = シナリオは「帝国対反乱軍」を占領ありで遊びます。
refusal-scenario-start-worlds = シナリオの初期ワールドは決まっています。
refusal-scenario-draft = シナリオではドラフトをしません。
refusal-preset-draft = 推奨手札とドラフトは併用できません。
refusal-preset-choice = 推奨手札には決まった初期ワールドがあります。
refusal-preset-too-few = { $seats }人分の推奨手札がありません。
refusal-start-worlds-too-few = 奇数と偶数の初期ワールドの組が{ $seats }人分ありません。ニューワールドを加えるか、1枚ずつ配ってください。
refusal-packs-without-draft = 配る枚数はドラフトのときだけ意味があります。
refusal-leave-with-expansion = 拡張セットがあればドラフトの許可は要りません。
refusal-about-two-players = 2人プレイのときだけの設定です。
