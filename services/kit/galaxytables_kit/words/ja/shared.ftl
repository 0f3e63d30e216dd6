# すべてのゲームに共通の文言。

option = { $targets }（{ $facts }）
targets = { $first }、{ $second }
facts = { $first }、{ $second }
list-empty = なし

reason-not-asked = この質問の対象ではありません。
