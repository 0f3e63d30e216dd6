# A question and its answer.

question-choose = choose { $count }
question-choose-one-or-none = choose one or none
question-choose-up-to = choose up to { $most }
question-choose-any = choose any number
question-choose-range = choose { $least } to { $most }
question-in-order = { $wanted }, in order
question-none-of-these = none of these
question-more-questions = { $count ->
    [one] { $count } more question: p
   *[other] { $count } more questions: p
}

question-not-an-option = That is not among the options.
question-several-here = Options { $numbers } are here. Space: the next of them; or mark a second place.
question-no-such-number = There is no option { $digit }.
question-another-digit = { $typed }…: another digit, or space to mark, enter to answer.
question-nothing-to-answer = Nothing to answer now.
question-enter-answers = Enter: answer with it.
question-too-many = No more than { $most }: take one away first.
question-mark-more = Mark { $count } more.
question-marked = { $count } marked ({ $bounds }).
question-marked-complete = { $count } marked ({ $bounds }). Enter: answer.
question-under-way = Just a moment: the last answer is on its way.
question-sure-of-none = Nothing is marked. Enter again: answer with none.
question-sure-of-this = Enter again: answer with this one.
question-sending = Sending …
question-refused = Not accepted: { $why }
