# ゲームがレーティングの対象かどうか、対象外ならその理由。

rated = レーティング対象：ボットを含む全員に反映されます。
rated-strict = レーティング対象：ボットを含む全員に反映されます。合意による取り消しはできません。
unrated = レーティング対象外です。
unrated-private = レーティング対象外：非公開のテーブルです。
unrated-introduction = レーティング対象外：手ほどきのゲームです。
unrated-sandbox = レーティング対象外：お試しのテーブルです。
unrated-casual = レーティング対象外：ホストがカジュアルなゲームを選びました。
unrated-one-player = レーティング対象外：同じボット同士のゲームです。
unrated-taken-back = レーティング対象外：何かを見たあとの手が取り消されました。
unrated-not-played = レーティング対象外：一度も選択しなかったプレイヤーがいます。
unrated-stalled = レーティング対象外：誰もプレイしなくなりました。
unrated-closed-by-operator = レーティング対象外：運営者が終了しました。
unrated-abandoned = レーティング対象外：全員が去りました。
unrated-voided = レーティング対象外：モデレーターの判断です。
unrated-repeated = レーティング対象外：同じ2人の対戦が、30日間で10局に達しました。
unrated-own-guest = レーティング対象外：プレイヤーのうち2人が同一人物でした。
unrated-short = レーティング対象外：全員が3回選ぶ前に、誰かが抜けました。
rating-pending = レーティング確認中：対象になるかどうかは、まもなくわかります。
rating-unknown = レーティングの対象かどうか不明です：アーカイブにこのゲームがありません。
unrates = 取り消すと、このゲームはレーティングの対象外になります。
