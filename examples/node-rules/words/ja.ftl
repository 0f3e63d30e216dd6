# ライアーズダイスの文言（日本語）。

game = ライアーズダイス

option = { $targets }（{ $facts }）
targets = { $first }、{ $second }
facts = { $first }、{ $second }
list-empty = なし

prompt-roll-again = 手元の{ $dice }個のダイスのうち、どれを振り直しますか。
prompt-bid-count = 場にはダイスが{ $dice }個あります。何個とビッドしますか。
    .with-bidder = { $bidder }のビッドは{ $face }の目が{ $count }個です。ダウトしますか、何個とビッドしますか。
prompt-bid-face = { $count }個あるのはどの目ですか。

event-round = 第{ $round }ラウンド。{ $first }からビッドします。
event-rolled = { $seat }がダイスを{ $dice }個振りました。
event-rolled-own = あなたの目は{ $faces }です。
event-rolled-again = { $seat }がダイスを{ $dice }個振り直しました。
event-rolled-again-own = { $dice }個振り直し、あなたの目は{ $faces }になりました。
event-counts = { $seat }は{ $count }個とビッドし……
event-bid = { $seat }のビッドは{ $face }の目が{ $count }個です。
event-doubted = { $seat }は{ $face }の目が{ $count }個あることを疑いました。
event-shown = { $seat }の目は{ $faces }でした。
event-lost = 実際には{ $found }個でした。{ $seat }はダイスを{ $dice }個失い、残りは{ $left }個です。
event-won = { $seat }がダイスを{ $dice }個残して勝ちました。

reason-not-asked = この質問の対象ではありません。
reason-too-low = { $face }の目{ $count }個より高くなければなりません。
reason-no-bid = まだ疑えるビッドがありません。

refusal-too-few-to-lose = 複数のダイスを失う場合は{ $least }個以上で始めます。

action-doubt = ダウト
piece-die = ダイス{ $b }
fact-face = 目は{ $value }

setting-dice = ダイスの数
setting-second-roll = 振り直し
setting-ones-wild = 1の目はワイルド
setting-loses = 失うダイス
setting-loses-one = 1個
setting-loses-difference = ビッドとの差

score-dice = 残ったダイス

kind-die = 目が{ $faces }のダイス
kind-cup = カップ
word-die = ダイス
word-cup = カップ

field-again = 振り直し
field-begun = ビッド中の個数
field-bid = ビッド
field-count = 個数
field-dice = ダイス
field-face = 目
field-faces = 目
field-found = 実際の個数
field-last-bid = 前回疑われたビッド
field-next = 手番
field-own = 自分のダイス
field-part = 局面
field-players = プレイヤー
field-round = ラウンド
field-shown = 前のラウンドのダイス

word-bid = ビッド
word-roll = 振り直し
word-over = 終了
