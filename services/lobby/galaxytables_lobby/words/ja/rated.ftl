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
unrates = 取り消すと、このゲームはレーティングの対象外になります。
