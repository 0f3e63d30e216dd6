# ジャンプドライブ：質問、選択肢、ログ。

game = ジャンプドライブ

prompt-opening-discard = { $least }枚を捨て、残りを手札にしてください。
prompt-choose-card = 配置する発展かワールドを選ぶか、探索してください。
    .confirm = { $what }を配置する
prompt-choose-world = { $card }と一緒に配置するワールドを選んでください。
prompt-choose-means = { $card }をどの方法で配置しますか？
prompt-choose-payment = { $placing }の支払いとして{ $least }枚捨ててください。
prompt-explore-discard = 探索しました。手札から{ $least }枚捨ててください。
prompt-second-world = 2枚目のワールドを配置しますか？
prompt-second-payment = { $placing }の支払いとして{ $least }枚捨ててください。
prompt-limit-discard = 手札上限は{ $limit }枚です。{ $least }枚捨ててください。

action-explore = 探索する
action-no-world = ワールドなし（発展のコストが1下がる）
action-no-second-world = 2枚目のワールドなし
action-pay = コストを支払う
action-conquer = 征服する
action-negotiate = 非軍事ワールドとして支払う

fact-pay = コスト{ $value }
fact-pay-with-world = ワールドと一緒なら{ $value }
fact-conquer = 征服
fact-negotiate = 非軍事ワールドとしてコスト{ $value }
fact-price = { $value ->
    [0] 無料
   *[other] コスト{ $value }
}

event-dealt = { $seat }は{ $count }枚の手札で始めます。
event-dealt-own = 最初の手札：{ $cards }。
event-round-began = ラウンド{ $round }を開始します。
event-discarded = { $seat }は{ $count }枚捨てました（{ $why }）。
event-discarded-own = { $cards }を捨てました（{ $why }）。
event-placed = { $seat }は{ $card }を{ $paid ->
    [0] 無料で
   *[other] { $paid }枚支払って
}配置しました。
event-conquered = { $seat }は防御力{ $defense }の{ $card }を征服しました。
event-negotiated = { $seat }は{ $card }を交渉により{ $paid ->
    [0] 無料で
   *[other] { $paid }枚支払って
}配置しました。
event-explored = { $seat }は探索しました。
event-drew = { $seat }は{ $count }枚引きました（{ $why }）。
event-drew-own = { $cards }を引きました（{ $why }）。
event-gave-up = { $seat }は{ $card }を捨てました。
event-moved = { $card }が{ $origin }から{ $seat }へ移りました。
event-scored = { $seat }は{ $vp }点獲得し、合計{ $total }点になりました。
event-reshuffled = 捨て札{ $cards }枚を切り直し、新しい山札にしました。
event-ended = ラウンド{ $round }でゲームが終了しました。

word-opening = 最初の手札
word-payment = 支払い
word-exploring = 探索
word-hand-limit = 手札上限
word-lone-world = ワールド1枚のみ
word-income = 収入

reason-too-dear = コスト{ $price }に対して、支払える手札は{ $cards }枚です。
reason-too-strong = 防御力{ $defense }に対して、軍事力は{ $strength }です。
reason-one-per-empire = すでに自分の帝国にあります。
reason-requirement-missing = 配置の条件を満たしていません。
reason-not-after-a-conquest = 征服の後に非軍事ワールドは配置できません。
reason-no-convoy = このワールドを2枚目として配置できる船団がありません。

refusal-no-such-dealer = { $seats }人のテーブルでは、席{ $dealer }は親になれません。

score-alien-worlds = エイリアンテクノロジーワールド
score-developments = 発展
score-genes-worlds = 遺伝子工学ワールド
score-grey-worlds = 灰色ワールド
score-novelty-worlds = 芸術品ワールド
score-rare-worlds = 希少元素ワールド
