# すべてのゲームに共通の文言。

option = { $targets }（{ $facts }）
targets = { $first }、{ $second }
facts = { $first }、{ $second }
list-empty = なし

reason-not-asked = この質問の対象ではありません。

error-CHOICE-REFUSED = ルール上できません（{ $paragraph }）。
error-GAME-OVER = ゲームは終了しています。
error-INVALID-OPTION = オプション「{ $option }」に「{ $value }」は指定できません。
error-INVALID-SEATS = { $seats }人では遊べません。{ $least }～{ $most }人用です。
error-NOTHING-TO-UNDO = 取り消せる手がありません。
error-NOT-YOUR-PROMPT = この質問は別のプレイヤーへのものです。
error-OPTIONS-CONFLICT = 同時には選べないオプションです：{ $options }（{ $paragraph }）。
error-OUT-OF-BOUNDS = { $least }～{ $most }個を選んでください。
error-PROMPT-CLOSED = この質問はもう受け付けていません。
error-UNDO-REFUSED = もう取り消せません。公開・ドロー・行動がその後にありました。
error-UNKNOWN-LANGUAGE = この言語の文言はありません。使える言語：{ $languages }。
error-UNKNOWN-OPTION = 選べない選択肢です。
error-UNKNOWN-PACK = このカードセットはここにはありません。
error-UNKNOWN-RULES-VERSION = この版のルールはもうここでは遊べません。
