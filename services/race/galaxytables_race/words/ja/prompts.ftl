# 質問と、答えが満たすべき条件。

prompt-draft-take = 自分の山札に加えるカードを1枚選んでください。
prompt-setup-start-world = 初期ワールドを選んでください。
prompt-setup-discard = 最初の手札から{ $least }枚捨ててください。
prompt-setup-put-under = { $card }の下に手札を{ $least }枚、裏向きで置いてください。
prompt-actions-choose = このラウンドのアクションを{ $least }つ選んでください。
prompt-actions-boost = 威信チップを1枚消費して威信ボーナスを得ますか？（探索アクションと合わせてゲーム中に1回だけ）
prompt-search-category = 何を探索しますか？
prompt-search-keep = { $card }が一致しました。手札に加えますか？
prompt-explore-discard-for-prestige = { $card }で威信{ $prestige }を得るために手札を1枚捨てますか？
prompt-explore-keep = 引いたカードから手札に加える{ $least }枚を選んでください。
prompt-explore-discard = 手札と引いたカードから{ $least }枚捨ててください。
prompt-round-end-discard = 手札上限は{ $limit }枚です。{ $least }枚捨ててください。

prompt-develop-discard = 手札から{ $least }枚捨ててください。
prompt-develop-place = 場に出すデベロップを選んでください（出さなくてもよい）。
    .confirm = { $what }を場に出す
prompt-develop-discount = { $card }のコストは{ $price }です。能力やアーティファクトで支払いを減らしますか？
    .rule = 残りは手札から支払えること。
prompt-develop-saving-good = { $card }のために製品を1つ消費してください。
prompt-develop-pay = { $card }の支払いとして{ $least }枚捨ててください。

prompt-settle-place = 移住するワールドを選んでください（出さなくてもよい）。
    .confirm = { $what }に移住する
prompt-settle-power = 追加のワールドのためにどの能力を使いますか？
prompt-settle-extra = { $card }の能力で、もう1つワールドに移住しますか？
prompt-settle-artifacts = { $card }のためにアーティファクトを使いますか？
    .rule = それを使えば場に出せること。
prompt-settle-means = { $card }をどの方法で場に出しますか？
prompt-settle-temporary = { $card }に足りない軍事力をどの能力で補いますか？
    .rule = 合わせて防御力に届くこと。
prompt-settle-temporary-cards = { $card }の能力で手札を捨ててください（1枚につき軍事力+{ $military }）。
prompt-settle-temporary-good = { $card }の軍事力のために製品を1つ消費してください。
prompt-settle-discount = カードを捨てて{ $card }を無料で場に出しますか？
prompt-settle-savings = 能力を使って{ $card }の支払いを減らしますか？
    .rule = 残りは手札から支払えること。
prompt-settle-saving-good = { $card }のために製品を1つ消費してください。
prompt-settle-pay = { $card }の支払いとして{ $least }枚捨ててください。
prompt-settle-put-under = 支払ったカードのうち1枚を{ $card }の下に裏向きで置きますか？
prompt-settle-discard-for-good = 手札を1枚捨てて{ $card }に製品を置きますか？
prompt-settle-discard = 手札から{ $least }枚捨ててください。
prompt-settle-swap = { $card }の能力で、自分のワールドを手札のどのワールドと入れ替えますか？
prompt-settle-swapped = { $card }と入れ替えるワールドを選んでください。

prompt-takeover-power = どの能力で{ $card }を占領しますか？
prompt-takeover-block = 威信チップを{ $spend }枚消費して{ $card }の占領を失敗させますか？
prompt-takeover-attack = { $card }の占領に軍事力を加えますか？（攻撃{ $attack }、防御{ $defense }）
    .rule = 製品を使う能力それぞれに製品があること。
prompt-takeover-defend = { $card }の防衛に軍事力を加えますか？（攻撃{ $attack }、防御{ $defense }）
    .rule = 製品を使う能力それぞれに製品があること。

prompt-trade-good = 売却する製品を選んでください。
prompt-consume-artifacts = 異星種族技術の製品として消費するアーティファクトを選んでください（選ばなくてもよい）。
prompt-consume-power = 次に使う消費能力を選んでください。
    .rule = 同じ効果の能力は1つだけ選択肢になります。
prompt-consume-option = 使う能力を選んでください（使わなくてもよい）。
prompt-consume-goods = { $card }で消費する製品を選んでください。
    .rule = 消費できる製品はすべて消費すること。
prompt-consume-kinds = { $card }で消費する製品の種類を選んでください。
prompt-consume-sell = { $card }で売却する製品を選んでください。
prompt-consume-hand = { $boost_key ->
    [true] 交易の威信ボーナス
   *[false] { $card }
}のために手札を{ $most }枚まで捨てますか？
    .rule = 報酬ごとに必要な枚数であること。
prompt-consume-prestige = { $card }のために威信チップを{ $spend }枚消費しますか？
prompt-consume-gamble = { $card }：山札の一番上のカードのコストを予想するか、パスしてください。
    .decline = パス
prompt-consume-ante = { $card }に賭ける手札を選ぶか、パスしてください。
    .decline = パス
prompt-consume-take = { $card }で公開したカードから1枚選んで手札に加えてください。

prompt-produce-war-effort = 戦争努力への貢献として捨てる製品を選んでください（1つにつき1勝利点。捨てなくてもよい）。
prompt-produce-power = 次にどの能力で単発生産ワールドに生産しますか？
prompt-produce-windfall = { $card }の能力で生産する単発生産ワールドを選んでください。
prompt-produce-windfall-paid = { $card }の能力で手札を{ $discard }枚捨て、どの単発生産ワールドに生産しますか？
prompt-produce-discard = { $card }の能力のために手札を{ $least }枚捨ててください。
prompt-produce-discard-here = 手札を1枚捨てて{ $card }に生産しますか？
prompt-produce-bonus = 特権で生産する単発生産ワールドを{ $most }つまで選んでください（選ばなくてもよい）。

prompt-repair-way = ダメージを受けたワールドをどの方法で修復しますか？（今は修復しなくてもよい）
    .decline = 今は修復しない
prompt-repair-world = 修復するワールドを選んでください。
prompt-repair-discard = 修復のために手札を{ $least }枚捨ててください。
prompt-repair-good = 修復のために捨てる製品を選んでください。
prompt-invasion-defend = { $invader }に対する強さを加えますか？あと{ $missing }で勝てます。
    .rule = 合わせて侵略に勝てること。
prompt-invasion-good = { $card }のために捨てる製品を選んでください。
prompt-invasion-discard = 強さのために手札を捨ててください。
prompt-invasion-damage = ゼノに敗れました。ダメージを受けるワールドを選んでください。

prompt-orb-play = プレイするオーブカードと向きを選んでください。
prompt-orb-place = { $card }（{ $turned }）の左上のマスをどこに置きますか？
prompt-orb-corner = 探索チームを置く角を選んでください。
prompt-orb-action = オーブステップの手番です。次に何をしますか？
prompt-orb-team = 次に動かす探索チームを選んでください。
prompt-orb-boost = { $cell }の探索チームの移動にアーティファクトや能力を使いますか？
    .rule = アーティファクトはそれぞれ1通りの使い方だけ。
prompt-orb-move = { $cell }の探索チームをどこへ動かしますか？（動かさなくてもよい）
    .decline = 動かさない
prompt-orb-return = エアロックに戻す探索チームを選んでください（戻さなくてもよい）。
    .rule = 1チームにつき1か所だけ。
