# ロール・フォー・ザ・ギャラクシーの図

roll-round = ラウンド{ $round }
roll-pool = VP残り{ $chips }/{ $all }
roll-bag = 布袋のタイル{ $tiles }枚
roll-vp = VP
roll-credits = クレジット
roll-chips = VPチップ
roll-tiles = タイル
roll-cup = カップ
roll-citizenry = 市民
roll-screen = スクリーンの裏
roll-dictate = 命令
roll-wild = ワイルド
roll-developments = 建設中の発展
roll-worlds = 建設中のワールド
roll-workers = 労働者{ $count }/{ $cost }個
roll-more = 下に{ $count }枚
roll-drawn = 引いたタイル（両面）
roll-extra-die = 余りのダイス
roll-selected = 選択済み
roll-colour-home = ホーム
roll-colour-military = 軍事
roll-colour-consumption = 消費
roll-colour-novelty = 芸術品
roll-colour-rare = 希少元素
roll-colour-genes = 遺伝子工学
roll-colour-alien = エイリアンテクノロジー
roll-virtual = 追加の労働者
roll-moving = ここへ移動。もう一度押すと元に戻る
roll-carried = フェイズへ運ぶか、矢印キーで動かせる
roll-construction = 建設
roll-developing = 建設中の発展
roll-settling = 建設中のワールド
roll-plan-step = { $step }/{ $steps }
roll-plan-phase = どのフェイズ？
roll-plan-selector = 選択に使う労働者
roll-plan-shipper = 出荷する労働者
roll-plan-wild = ワイルドのダイス
roll-plan-then = その後
roll-plan-nobody = 誰も動かさない
roll-plan-tiles = タイルで動かす
roll-plan-rests = このラウンド休む労働者
roll-plan-moves = { $most ->
    [1] 代わりに動く労働者
   *[other] 代わりに動く労働者（{ $most }個まで）
}
roll-plan-explorers = 探索者の仕事
roll-plan-abandon = 先に捨て、その後{ $drawn }枚引く
roll-plan-recruit = { $count }個を雇用
roll-plan-recall = カップに無料で戻す
roll-board-phases = フェイズ
roll-board-construction = 建設
roll-board-tiles = タイル
roll-key-selecting = 金の縁：フェイズを選んだダイス
roll-click-die = ダイスをクリックし、次に行き先のフェイズをクリックします。
roll-tap-die = ダイスを選び、次に行き先のフェイズを選びます。
roll-show-tiles = タイルを見る
