# 質問とその答え。

question-choose = { $count }つ選択
question-choose-one-or-none = 1つ選択か、なし
question-choose-up-to = { $most }つまで選択
question-choose-any = いくつでも選択
question-choose-range = { $least }～{ $most }つ選択
question-in-order = { $wanted }、順番どおり
question-none-of-these = どれも選ばない
question-more-questions = 他に質問が{ $count }つ：p

question-not-an-option = それは選べません。
question-several-here = ここには選択肢{ $numbers }があります。space：次の選択肢へ。または2つ目の場所を選んでください。
question-no-such-number = 選択肢{ $digit }はありません。
question-another-digit = { $typed }…：続きの数字か、spaceで選択、enterで決定。
question-nothing-to-answer = 今は質問がありません。
question-enter-answers = enter：これに決定。
question-too-many = { $most }つまでです。先に1つ外してください。
question-mark-more = あと{ $count }つ選んでください。
question-marked = { $count }つ選択中（{ $bounds }）。
question-marked-complete = { $count }つ選択中（{ $bounds }）。enter：決定。
question-under-way = 前の答えを送信中です。少しお待ちください。
question-sure-of-none = 何も選んでいません。もう一度enter：選ばずに決定。
question-sure-of-this = もう一度enter：これに決定。
question-sending = 送信中…
question-refused = 受け付けられません：{ $why }
