# ゲームの前：接続、メニュー、待合室。

title = Galaxy Tables

start-looking = サーバー{ $server }を探しています…
start-platform = サーバーがないため、プラットフォームを起動します。初回は少し時間がかかります…
start-connected = { $name }として接続しました。
start-opening = { $game }のテーブル（{ $seats }席）を開いています…
start-waiting-game = { $game }のサービスを待っています…
start-waiting-bots = { $game }のボットを待っています…
start-keys = r：再試行   q：終了

lobby-no-bot = { $game }をプレイできるボットがいません。
lobby-no-such-bot = { $game }のボット「{ $bot }」はいません。使えるボット：{ $bots }。
lobby-no-such-bot-none = { $game }のボット「{ $bot }」はいません。使えるボットはありません。
lobby-no-game = ゲーム「{ $game }」はここにありません。遊べるゲーム：{ $games }。
lobby-waited-for-game = { $seconds }秒待ちましたが、{ $game }のサービスが応答しません。
lobby-waited-for-bots = { $seconds }秒待ちましたが、{ $game }のボットが来ません。
lobby-connected-again = 再接続しました。
lobby-connection-lost = 接続が切れました。再接続しています：{ $why }

announcement-warning = ご注意：
announcement-critical = 重要：
announcement-dismiss = （Ctrl+Nで閉じる）

menu-yours = あなたのテーブル
menu-free-seat = 空席のあるテーブル
menu-unavailable = { $game }：今は遊べません
menu-new = 新しいテーブル：{ $game }
menu-against-bots = ボット{ $count }体と対戦
menu-for-people = { $count }席、参加者を待つ
menu-free = 空席
menu-rating = 新しいテーブル：{ $terms ->
    [private] 非公開なので、レーティング対象外
    [casual] カジュアル、レーティング対象外
    [strict] レーティング対象、選択の取り消しなし
   *[rated] レーティング対象
}
menu-rename = 新しい名前
menu-renamed = 名前を{ $name }に変えました。
menu-your-turn = ★あなたの番
menu-open = 参加者募集中
menu-running = プレイ中
menu-stranded = 停止中：ルールの提供待ち
menu-closed = そのテーブルは、始まる前に閉じられました。
menu-sent-away = そのテーブルの席はもうありません。ご自分で離れたか、ホストが外しました。

room-no-bot = ボットはいません。
room-nobody-on = 席{ $seat }に退席させる人はいません。
room-nobody-else = 他に誰もいません。
room-who-goes = 誰を退席させますか？席の番号（{ $seats }）
room-kick = { $who }を退席させますか？もう戻れません。
room-number = { $option }：{ $name }、{ $least }～{ $most }（通常は{ $usual }）
room-edit = ゲームの設定：name=value,name=value
room-free-seat = 席を他の人に譲りますか？
room-you = { $name }（あなた）
room-host = ホスト
room-ready = 準備完了
room-not-ready = 準備中
room-options = 設定：{ $options }
room-option = { $name }：{ $value }
room-spectators = 観戦者：{ $delay ->
    [0] 同時に見られる
   *[other] { $delay }手遅れで見られる
}、{ $chat ->
    [yes] 発言できる
   *[no] 発言できない
}
room-began = ゲームが始まりました。この入力を終えると表示します。
room-invitation = 参加するには   make play TABLE={ $table }
room-free-seats = 空席{ $count }：参加者を待つか、bでボットを追加。
room-waiting-for = 準備を待っています：{ $who }。
room-start = 全員そろいました。s：開始。
room-host-may-start = 全員そろいました。ホストが開始できます。

error-unavailable = サーバー{ $address }が応答しません。
error-unknown = 問題が起きました（{ $code }）。
error-with-paragraph = { $words }（{ $paragraph }）

why-title = 選べない理由
why-asking = 問い合わせ中…
why-nothing-asked = 今は質問がありません。質問のときに?を押すと、カードや場所を選べない理由がわかります。
why-otherwise = その他
why-none = ここで選べそうなものは、すべて選べます。
why-failed = 理由を取得できません：{ $why }

hint-title = ヒント
hint-asking = ボットに問い合わせ中…
hint-failed = ヒントを取得できません：{ $why }
hint-by = { $bot }の答え（良い順）：
hint-nothing = 何も選ばない
hint-win-percent = 勝つ見込み：{ $number }%
hint-expected-points = 最終得点の見込み：{ $number }点
hint-points = 得点にして：{ $number }点
hint-tables = { $number }回先読み
