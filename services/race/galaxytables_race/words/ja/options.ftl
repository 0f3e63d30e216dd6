# 選択肢が表すもの、そのコストと効果。

option-orb-play = { $first }（{ $second }）
option-orb-return = { $first }を{ $second }へ
option-consume-power = { $first }（{ $facts }）
option-consume-option = { $first }（{ $facts }）
option-takeover-power = { $first }（{ $facts }）

action-take = 手札に加える
action-go-on = 探索を続ける
action-ignore = 一致しないものとして続ける
action-conquer = 征服する
action-pay = コストを支払う
action-spend = 消費する
action-trade-boost = 交易の威信ボーナス
action-repair-cards = 手札を捨てる
action-repair-good = 製品を捨てる
action-bunker = バンカー
action-move = 探索チームを動かす
action-play = オーブカードをプレイする
action-draw = オーブカードを引く
action-pass = パス（次のオーブステップで先手になる）
action-end = これで終わる

piece-team = 探索チーム
    .with-cell = { $cell }の探索チーム
place-c = { $a }列{ $b }行

fact-pay = { $value ->
    [0] 無料
   *[other] コスト{ $value }
}
fact-conquer = 征服
fact-disguises = { $value }を捨てて征服
fact-short = 防御力に{ $value }不足
fact-takeover = 占領
fact-reveal = 手札の代わりに山札の一番上
fact-defense = 防御{ $value }
fact-attack = 攻撃{ $value }
fact-fleet = { $value }を捨てる
fact-saving = コスト-{ $value }
fact-military = 軍事力{ $value }
fact-strength = 強さ{ $value }
fact-cost = { $value_key ->
    [discard_self] このカードを捨てる
    [hand_card] 手札1枚
    [prestige] 威信チップ1枚
   *[good] 製品1つ
}
fact-good = { $value }
fact-nth = { $value }つ目
fact-times = { $value }回まで
fact-power = { $value_key ->
    [consume] 消費
    [consume_distinct] 異なる種類を消費
    [consume_all_goods] 残りの製品をすべて消費
    [consume_hand] 手札を捨てる
    [consume_prestige] 威信を消費
    [trade_as_consume] 製品を売却
    [gamble_guess_cost] コストを予想
   *[gamble_ante] カードを賭ける
}
fact-goods = 製品：{ $value }
fact-least-kinds = { $value }種類以上
fact-most-kinds = { $value }種類まで
fact-discard = 手札{ $value }枚を捨てる
fact-spend = 威信チップ{ $value }枚を消費
fact-vp = { $value }勝利点
fact-vp-per-good = 1つにつき{ $value }勝利点
fact-cards = カード{ $value }枚
fact-prestige = 威信{ $value }
fact-worlds = ワールド{ $value }つ
fact-squares = { $value }マス
fact-artifact = アーティファクト{ $value }
fact-landmark = { $value }
