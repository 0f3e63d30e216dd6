# ロビーがテーブルで伝えること。

event-started = ゲームが始まりました。
event-clocked-out = { $seat }は時間切れです。
event-resigned = { $seat }が投了しました。
event-removed = 運営者が{ $seat }を退席させました。
event-handed-over = { $seat }の代わりはいません。
    .with-bot = { $bot ->
        [random] 初心者ボットが{ $seat }の代わりにプレイします。
        [greedy] せっかちなボットが{ $seat }の代わりにプレイします。
        [heuristic] 経験則ボットが{ $seat }の代わりにプレイします。
        [easy] やさしいボットが{ $seat }の代わりにプレイします。
        [normal] ふつうのボットが{ $seat }の代わりにプレイします。
        [hard] 強いボットが{ $seat }の代わりにプレイします。
        [best] 最強のボットが{ $seat }の代わりにプレイします。
       *[other] ボット「{ $bot }」が{ $seat }の代わりにプレイします。
    }
event-undone = { $seat }が1手取り消しました。
event-takeback-proposed = { $seat }が{ $choices }手の取り消しを提案しています。
event-takeback-declined = { $seat }は取り消しを断りました。
event-takeback-expired = 取り消しの提案は期限切れになりました。
event-taken-back = { $seat }の{ $choices }手と、その後の手がすべて取り消されました。
event-pause-wished = { $seat }が中断を提案しています。
event-resume-wished = { $seat }が再開を提案しています。
event-wish-withdrawn = { $seat }が提案を取り下げました。
event-hint-asked = { $seat }がヒントを求めました。
event-paused = ゲームを中断しました。
event-resumed = ゲームを再開しました。
event-vacation-began = { $seat }が休暇に入りました。
event-vacation-ended = { $seat }が休暇から戻りました。
event-went-berserk = { $seat }がバーサーク：持ち時間を半分にし、勝てば1ポイント多く得ます。
event-compensated = システムが停止していた時間を、全員の持ち時間に戻しました。
event-clocks-extended = 運営者が全員の持ち時間を{ $seconds }秒延長しました。
    .with-seat = 運営者が{ $seat }の持ち時間を{ $seconds }秒延長しました。
event-end-claimed = 最後に残った{ $seat }がゲームを終了しました。
event-finished = { $reason_key ->
    [stalled] ゲーム終了：長い間誰もプレイしませんでした。
    [resigned] ゲーム終了：プレイヤーが投了しました。
    [clocked_out] ゲーム終了：時間切れが続きました。
    [abandoned] ゲーム終了：プレイヤーがいなくなりました。
    [closed_by_operator] ゲーム終了：運営者が終了させました。
   *[played_out] ゲーム終了。
}
