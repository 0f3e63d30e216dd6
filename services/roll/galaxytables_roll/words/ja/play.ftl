# ロール・フォー・ザ・ギャラクシー：質問、選択肢、ログ。

game = ロール・フォー・ザ・ギャラクシー

prompt-start-development = どちらの初期タイルを発展にしますか？もう1枚はワールドになります。
prompt-assign-phase = どのフェイズを選択しますか？選択したフェイズは必ず実行されます。
prompt-assign-selector = どの労働者で{ $phase }を選択しますか？出目に関係なくそのフェイズで働きます。
prompt-assign-wild = ワイルドのダイスは選択した{ $phase }に置かれます。別のフェイズへ置くダイスは？
    .rule = ワイルドのダイスはそれぞれ1つのフェイズにだけ置けます。
prompt-assign-power = 労働者をリアサインしますか？完了すると公開を待ちます。
prompt-assign-source = { $tile }：どのフェイズから動かしますか？
prompt-assign-dictate = 命令：別の労働者を動かすために、今ラウンド休ませる労働者は？
prompt-assign-workers = どの労働者を別のフェイズへ動かしますか？
prompt-assign-to = { $phase }の{ $die }（出目：{ $face }）をどこへ動かしますか？
prompt-explore-task = 次の探索者の任務は？
prompt-explore-abandon = 偵察：どのタイルを捨てますか？捨てた枚数より1枚多く引きます。
prompt-explore-place = 引いたタイルのどちらの面を山の下に置きますか？
prompt-explore-developments = 発展の山の下に置くタイルを順に選んでください。残りはワールドになります。
prompt-explore-worlds = ワールドの山の下に置く順番は？
prompt-explore-top = 代わりに山の上に置くタイルは？最初に選んだものが一番上になります。
prompt-explore-give = 布袋が空です。建設地区のどのタイルを布袋へ入れますか？
prompt-develop-workers = どの開発者を{ $tile }に置きますか？
prompt-develop-used = 山の上のどのダイスで{ $tile }を完成させますか？
prompt-develop-to-cup = { $tile }のどの開発者をカップへ戻しますか？
prompt-settle-workers = どの移住者を{ $tile }に置きますか？
prompt-settle-used = 山の上のどのダイスで{ $tile }を完成させますか？
prompt-settle-to-cup = { $tile }のどの移住者をカップへ戻しますか？
prompt-die-remove = { $tile }：どのダイスを共通の置き場へ戻しますか？
prompt-produce-place = どの生産者をどのワールドに置きますか？
prompt-ship-good = 次にどの製品をどう出荷しますか？
prompt-ship-shipper = { $world }の{ $good }を{ $task }：どの出荷者を使いますか？
prompt-ship-buy = { $tile }：VPを買いますか？
prompt-manage-recruit = すべてを雇用するにはクレジットが足りません。どのダイスを{ $least }個雇用しますか？
prompt-manage-recall = どのダイスをカップへ呼び戻しますか？

option-start-development = { $first }（ワールドは{ $world }、{ $colour }、コスト{ $cost }）
option-assign-selector = { $first }（出目：{ $face }、{ $phase_key ->
    [nowhere] 未配置
   *[other] { $phase }
}）
option-assign-wild = { $first }を{ $second }へ
option-assign-dictate = { $phase }の{ $first }（出目：{ $face }）を休ませる
option-assign-workers = { $second }の{ $first }（出目：{ $face }）を動かす
option-assign-to = { $second }
option-explore-place = { $first }
option-produce-place = { $first }を{ $world }（{ $colour }）へ
option-ship-good = { $world }の{ $first }を{ $second }{ $credits ->
    [0] {""}
   *[other] （${ $credits }）
}

action-done = 完了
action-stock = 備蓄
action-scout = 偵察
action-rearrange = 建設地区を並べ替える
action-trade = 交易
action-consume = 消費
action-buy = VPを買う
action-pass = いいえ

place-I = 探索
place-II = 発展
place-III = 移住
place-IV = 生産
place-V = 出荷
place-dictate = 命令
place-cup = カップ
place-cit = 市民
place-dev = 発展の山
place-world = ワールドの山

fact-workers = 労働者{ $value }個まで
fact-credits = { $value ->
    [0] {""}
   *[other] ${ $value }獲得
}
fact-extra = 追加の労働者
fact-place = { $value }から
fact-world = { $value }から
fact-vp = { $value }VP
fact-price = ${ $value }支払う

event-dealt = { $seat }は{ $first }、{ $second }、ホームワールド{ $home }で始めます。
event-began = { $seat }は{ $development }と{ $world }の建設から始めます。
event-round = ラウンド{ $round }：全員がダイスを振ります。
event-selected = { $seat }は{ $phase }を選択しました（{ $die }）。{ $explore_count ->
    [0] {""}
   *[other] 探索：{ $explore }。
}{ $develop_count ->
    [0] {""}
   *[other] 発展：{ $develop }。
}{ $settle_count ->
    [0] {""}
   *[other] 移住：{ $settle }。
}{ $produce_count ->
    [0] {""}
   *[other] 生産：{ $produce }。
}{ $ship_count ->
    [0] {""}
   *[other] 出荷：{ $ship }。
}{ $dictated_count ->
    [0] {""}
   *[other] 命令：{ $dictated }。
}
event-extra-die = 余っているホームダイスの目は{ $face }{ $new_key ->
    [true] で、このフェイズも実行されます。
   *[false] で、すでに選択されています。
}
event-phase = { $phase }フェイズを開始します。
event-idle = { $seat }は任務のない労働者{ $count }個をカップへ戻しました。
event-credits = { $amount ->
    [0] { $seat }は何も得ませんでした（{ $source }）。
   *[other] { $seat }は${ $amount }獲得しました（{ $source }）。
}
event-lost = { $seat }は$10までしか持てず、${ $amount }を失いました。
event-chips = { $seat }は{ $amount }VP獲得しました（{ $source }）。
event-paid = { $seat }は{ $source }に${ $amount }支払いました。
event-scouted = { $seat }は偵察しました{ $abandoned ->
    [0] 。
   *[other] （捨てたタイル{ $abandoned }枚）。
}
event-drew = { $seat }はタイルを{ $count }枚引きました。
event-drew-own = 引いたタイルの両面：{ $sides }。
event-placed = { $seat }は建設地区に発展{ $developments }枚、ワールド{ $worlds }枚を加えました。
event-placed-own = 建設地区に加えたタイル：{ $tiles }。
event-rearranged = { $seat }は建設地区を並べ替えました（発展{ $developments }枚、ワールド{ $worlds }枚）。
event-bag-refilled = 捨てられたタイル{ $count }枚を布袋に戻しました。
event-gave = { $seat }は建設地区のタイル1枚を布袋に入れました。
event-gave-own = { $tile }を布袋に入れました。
event-put = { $seat }は{ $tile }に労働者を置きました：{ $dice }。
event-completed = { $seat }は{ $tile }を完成させました（労働者{ $workers }個）。
event-back = { $seat }はそのうち労働者{ $count }個をカップへ戻しました。
event-gained = { $seat }は{ $source }で{ $die }を{ $count }個得ました（{ $to }）。
event-removed = { $seat }はダイスを共通の置き場へ戻しました：{ $die }（{ $place }）。
event-produced = { $seat }は{ $world }で生産しました（{ $die }）。
event-traded = { $seat }は{ $world }の製品を交易しました（{ $good }、出荷者{ $shipper }）。
event-consumed = { $seat }は{ $world }の製品を消費しました（{ $good }、出荷者{ $shipper }）。
event-recruited = { $seat }は{ $dice }を雇用しました。
event-last-credit = { $seat }はクレジットがなくなり、$1を得ました。
event-recalled = { $seat }は{ $dice }を呼び戻しました。
event-over = ラウンド{ $round }でゲームが終了しました。

word-explore = 探索
word-develop = 発展
word-settle = 移住
word-produce = 生産
word-ship = 出荷
word-wild = ワイルド
word-faces-wild = ワイルド
word-nowhere = 未配置
word-stock = 備蓄
word-trade = 交易
word-consume = 消費
word-die-elsewhere = 選択したダイスは別の場所
word-cup = カップ
word-citizenry = 市民
word-world = ワールド
word-selector = フェイズを選択したダイス
word-developments = 発展の山
word-worlds = ワールドの山
word-good = 製品

reason-like-another = 同じ{ $die }が代わりに選べます。
reason-not-wild = ワイルドの目ではありません。
reason-power-used = このラウンドではすでに使いました。
reason-changes-dictate = 命令を変えるタイルで、これ自体は労働者を動かしません。
reason-no-reassign-power = リアサインパワーを持たないタイルです。
reason-nobody-to-move = 動かせる労働者が足りません。
reason-behind-in-worlds = { $colour }のワールドをより多く持つプレイヤーがいます。
reason-too-few-workers = 労働者は{ $workers }個ですが、{ $needed }個必要です。
reason-other-phase = 別のフェイズの労働者を動かすパワーです。
reason-other-colour = 別の色のダイスを動かすパワーです。
reason-stands-there = 労働者はすでにそこにいます。
reason-other-goal = 別のフェイズへ動かすパワーです。
reason-rests = このラウンドは休みます。
reason-selecting-die-stays = このテーブルでは、フェイズを選択したダイスは動かせません。
reason-just-rearranged = 並べ替えたばかりで、何も変わりません。
reason-not-drawn-now = この偵察で引いたタイルではありません。
reason-lies-on-top = すでに山の一番上にあります。
reason-goes-to-the-cup = すでにカップへ戻ることになっています。
reason-holds-no-goods = ここには製品を置けません。
reason-world-is-full = 製品が{ $goods }個あり、上限は{ $room }個です。

refusal-one-phase-each = ワイルドのダイスはそれぞれ1つのフェイズにだけ置けます。

score-chips = VPチップ
score-developments = 発展
score-worlds = ワールド
score-bonuses = ボーナス
