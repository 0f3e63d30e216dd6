# キーの案内とその説明。

key-quit = 終了
key-back = 戻る
key-leave = 離れる
key-help = ヘルプ
key-retry = 再試行
key-look = 更新
key-past = 履歴
key-account = アカウント
key-people = 人々
key-rename = 名前
key-rating = レーティング
key-more = さらに前へ
key-best = ランキング
key-replay = 再現
key-answer = 決定
key-mark = 選択
key-clear = 選択解除
key-undo = 取り消し
key-propose = 取り消しを提案
key-accept = 同意
key-decline = 断る
key-talk = 会話
key-card = カード
key-log = 記録
key-why-not = 理由
key-hint = ヒント
key-look-back = 再現
key-skip-missed = 閉じる
key-next-question = 次の質問
key-pause = 中断
key-vacation = 休暇
key-resign = 投了
key-claim-end = ゲームを終了
key-scores = 得点
key-ready = 準備完了
key-start = 開始
key-add-bot = ボット追加
key-remove-bot = ボット削除
key-kick = 退席させる
key-options = 設定
key-free-seat = 席を空ける
key-step-back = 前へ
key-step-on = 次へ
key-leap-back = 10件前
key-leap-on = 10件先
key-first = 最初
key-last = 最後
key-open-hands = 手札

dialog-back = esc：戻る
dialog-yes-no = y：はい   n：いいえ
dialog-send = enter：送信   esc：戻る
dialog-sign-in = f2：アドレスをコピー   enter：送信   esc：戻る

help-title = ヘルプ
help-page =
    答える
      1 2 3 …     番号で選択肢を選ぶ、または選択を外す
                  （1つだけ選ぶ質問では、そこへ移動）
      ↑ ↓ space   移動、カーソルの選択肢を選ぶ
      enter       答えを決定
      backspace   選択をすべて外す
      p           質問が複数あるとき、次の質問へ
      ?           他のカードや場所を選べない理由
      H           非公開のテーブルで：ボットならどう答えるか

    見る
      tab         テーブル、選択肢、記録の間を移動
      ↑ ↓ ← →     カードの上を移動。説明も変わる
      space       選択肢のカードの上で：その場で選ぶ
                  （盤面の<3>は選択肢3、«3»は選択中）
      d           カードの説明を1ページで
      l           記録、会話、説明、またはすべてを表示
      b           振り返る：ゲームを一手ずつ
      esc         離れている間の出来事を閉じる

    ゲーム
      u           公平に取り消せる間、最後の手を取り消す
      U           他の人の同意が必要なとき、取り消しを提案
                  （y、n：提案に同意する、断る）
      c           発言する（lで会話を表示）
      z           中断や再開を提案（全員の同意で成立）、v：休暇
      R           投了、E：他の全員がいなくなったゲームを終了
      s           最後の得点（ゲーム終了後）
      q           離れる（席は残る）
      f1          このページ

    メニュー
      r           更新
      a           アカウント：サインイン、端末、プログラム用トークン、通知、自分のデータ
      p           人々：オンラインの人、対戦の申し込み、フレンド、ミュートやブロックした人
      t           数日かけるゲーム：待っているものと、探すもの
      c           大会：参加、観戦、主催
      n           名前を変える
      g           新しいテーブルのレーティング：対象、厳格、カジュアル
      h           終わったゲーム（enterで盤面、sか→で一手ずつ再現、
                  m：さらに前へ、b：ランキング）

    一手ずつ
      ← →         一手前へ、次へ
      page up、page down、home、end：10件ずつ、最初、最後
      o           ゲーム終了後：次のプレイヤーの視点で見る

    名前の横の▸は、今選ぶ番であることを示します。質問のかっこ内は、
    選ぶ数と、もとになるルールの段落です。時間切れになると、無難な
    答えが自動で選ばれます。
