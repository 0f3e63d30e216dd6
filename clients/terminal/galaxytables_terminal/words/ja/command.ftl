# コマンドライン、設定、自分用のプラットフォーム。

command-help =
    galaxytables play または make play に、次の設定を NAME=value の形で渡します。

      GAME=jump            このゲームのテーブルを開く（GAMEもTABLEもなければメニュー）
      NOW=1                今すぐ遊ぶ相手を探す。誰も来なければボットと（BOTS=0ならボットなし）
      BOTS=3               ボットの数（初期値：ゲームに必要な最少数）
      SEATS=4              席の数（初期値：BOTS + 1）。空席は参加者を待つ
      BOT=easy             ボットの種類（初期値：ゲームを知っているもの）
      OPTIONS=a=b,c=d      ゲームの設定
      TIME=60 | TIME=600+5 1手の秒数、または持ち時間と1手ごとの加算（初期値：時間制限なし）
                           TIME=live, live_quick, live_budget, slow, slow_easy：サーバーの時間設定
      PRIVATE=1            招待された人だけが参加できる
      RATING=casual        strict：取り消しなしでレーティング対象のまま、casual：レーティング対象外（初期値：rated）
      DELAY=5              観戦者には、この手数だけ遅れて見せる
      TALK=1               観戦者もメッセージを書ける
      TABLE=id             このテーブル（または招待コード）に参加する、または戻る
      NAME=Ann             名前（初期値：ユーザー名）。1つの名前が1人のプレイヤー
      LANGUAGE=ja          言語：en、ja（初期値：en）
      SERVER=host:port     サーバー、または https://host（初期値：GALAXYTABLES_LOBBY か 127.0.0.1:5100。
                           応答がなければ、遊ぶ間だけプラットフォームを起動する）
      SIGN_IN_PORT=5181    サインイン後にブラウザが戻るポート（初期値：空いているポート）
      GALAXYTABLES_STATE=folder  席の鍵とログを置くフォルダー

    画面の最下行に主なキーが表示されます。F1ですべてのキーの説明を表示します。

terminal-needed = キー入力と画面表示にはターミナルが必要です。パイプやファイルは使えません。
setting-refused = { $name }={ $value }は使えません：{ $wanted }。
wanted-argument = --helpにある名前で、NAME=valueの形にしてください
wanted-address = host:portの形にしてください（例：127.0.0.1:5100）
wanted-number = 整数にしてください
wanted-pairs = name=value,name=valueの形にしてください
wanted-time = 1手の秒数（60）、持ち時間+加算（600+5）、または時間設定の名前（live）にしてください
wanted-preset = サーバーにある時間設定は{ $presets }です
wanted-preset-none = サーバーに時間設定はありません
wanted-rating = rated、strict、casualのいずれかを指定してください
wanted-name = 表示できる文字で1～{ $most }文字にしてください

platform-ended = プラットフォームが起動中に終了しました。
platform-not-ready = { $seconds }秒たっても準備ができませんでした。
platform-last-words = { $why }最後の出力（全文は{ $log }）：
platform-said-nothing = （なし）
