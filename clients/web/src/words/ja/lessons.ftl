# 手ほどきの卓で、質問の種類ごとに添える言葉。

learn = 手ほどき
lessons-about = どの手ほどきも、質問ごとの説明つきで最初のゲームを進めます。
learn-table = はじめの一歩
learn-opening = テーブルを用意しています…
learn-enough = 助言なしで続ける
learn-on = 手ほどきの続き
learn-leave = 手ほどきを中断してロビーへ
learn-end = 手ほどきを終わらせる（再開できません）
learn-end-sure = 手ほどきを終わらせますか？続きはできなくなりますが、新しく始められます。
learn-first-game = 最初のゲームへ
learn-more = 続きを読む
learn-less = 短くする
learn-suggested = おすすめ
learn-none = おすすめ：何も選ばない

lesson-jump-opening = カードで帝国を築くゲームで、カードはお金にもなります。安いカードと、毎ラウンドカードをもたらすワールドを残しましょう。誰かが50点に達するとゲームが終わります。
lesson-jump-choose = 全員が同時に選びます。発展かワールドを配置し、手札を捨てて支払います。何も配置せず、探索で新しいカードを得てもかまいません。毎ラウンド帝国全体がカードと点をもたらすので、早く配置したものほど何度も役立ちます。
lesson-jump-explore = よりよいカードを探しました。近いうちに支払えるものを残し、他は捨てましょう。
lesson-jump-second = 自分のカードの能力で、ワールドをもう1枚配置できます。支払うカードのほうが惜しければ、断ってもかまいません。
lesson-jump-limit = 次のラウンドに持ち越せる手札には上限があります。すぐに配置しそうにないカードを手放しましょう。
lesson-jump-pay = 支払いには、なくても困らないカードを使いましょう。

lesson-race-setup = カードで帝国を築くゲームで、カードはお金にもなります。すぐに出せる安いカードを何枚か残し、高いカードは思い切って捨てましょう。
lesson-race-actions = 全員がひそかに選びます。誰かが選んだフェイズは全員が行い、選んだ人は特権を得ます。自分に最も役立つものを選びつつ、他の人が選びそうなものも読みましょう。
lesson-race-explore = 探査では、全員がカードを見て何枚かを手札に加えます。製品、軍事力、支払えるコストなど、今の場に合うものを探しましょう。
lesson-race-develop = 発展では、全員がデベロップを1枚出せます。コストと同じ枚数の手札を捨てて支払います。能力は次のフェイズから働きます。
lesson-race-settle = 移住では、全員がワールドを1枚出せます。白い輪のワールドは手札を捨てて支払います。印の付いた赤い輪のワールドは征服するもので、支払いはありませんが軍事力が必要です。
lesson-race-trade = 交易を選んだ人は、製品を1つ売ってカードを得ます。希少な種類ほど多くのカードになります。
lesson-race-consume = 消費では、ワールドの製品が勝利点やカードになります。使える能力は必ず使いますが、順番は自由に選べます。
lesson-race-produce = 生産では、生産ワールドに製品が置かれ、あとで売却や消費ができます。単発生産ワールドは、出したときか、能力や特権によって製品を得ます。
lesson-race-roundend = ラウンドの終わりの手札は10枚までです。誰かの場が12枚になるか、勝利点のプールがなくなると、ゲームが終わります。
lesson-race-pay = 支払いには、なくても困らないカードを使いましょう。征服できないワールドや、高すぎるカードです。

lesson-roll-start = タイルの片面は発展、もう片面はワールドです。これがダイスで最初に築くものになります。
lesson-roll-assign = 労働者のダイスをひそかに振りました。それぞれ出目のフェイズにいます。好きなダイス1個で、必ず実行されるフェイズを1つ選びましょう。誰も選ばなかったフェイズは行われず、そこの労働者はカップへ戻ります。
lesson-roll-explore = 探索者は、あとで築くタイルを引くか、クレジットを得ます。タイルは目標になり、クレジットは市民のダイスを雇用するのに使うので、どちらも必要です。偵察の前には、いらないタイルを捨てられます。捨てた枚数だけ多く引けます。
lesson-roll-develop = 開発者は、一番上の発展に取り組みます。コストと同じ数のダイスがのると完成し、それらのダイスは市民へ移ります。
lesson-roll-settle = 移住者は、同じように一番上のワールドに取り組みます。新しいワールドは、しばしばダイスを増やしてくれます。
lesson-roll-die = この効果でダイスを1個失い、そのダイスは戻りません。最も惜しくないものを選びましょう。
lesson-roll-produce = 生産者は、製品のないワールドで製品になります。あとで出荷者が、それを交易してクレジットにするか、消費してVPにします。
lesson-roll-ship = 出荷者1個につき製品を1つ出荷します。交易するとワールドの色に応じたクレジットになり、消費するとVPになります。色が合うほどVPが増えます。
lesson-roll-manage = クレジットを払うと、市民のダイスを雇用してカップへ戻し、次に振れるようになります。今の場所で役に立たないダイスは、呼び戻してもかまいません。

lesson-beyond-turn = アクション駒を空いている別のアクションスペースへ移し、そこに書かれたことを行います。研究を進めると、よりよいスペースが使えるようになります。終了時に勝利点が最も多い人の勝ちです。
lesson-beyond-cost = 支払い方がいくつかあります。次のターンで必要になるものを残しましょう。
lesson-beyond-production = ターンごとに、アクションの後で生産を1つ行います。研究に使う住民、建造に使う鉱石、または資源交換です。次のターンに必要なものを選びましょう。
lesson-beyond-trade = 持っているものを、足りないものと交換できます。示された交換は何度でもできます。
lesson-beyond-achievement = 偉業の条件を満たしました。ディスクを置いて点を得ましょう。偉業に一定数のディスクが置かれるとゲームが終わり、早く達成した人ほど多くの点を得ます。
lesson-beyond-research = 研究では、前提となる技術に達しているスロットへ住民を送ります。未発見のスロットではカードを見て選びます。置かれた技術は、他の人も研究できるようになります。
lesson-beyond-private = これらの技術は全員に公開されています。手元に残した技術は自分だけのもので、アクションや能力を使え、研究した技術と同じように得点になります。
lesson-beyond-build = 新しい宇宙船は、太陽系か、自分の支配する造船所系に現れます。レベルの高い宇宙船ほど、星系の支配を比べるときに大きく数えます。
lesson-beyond-upgrade = アップグレードすると、宇宙船がその場でより高いレベルになります。
lesson-beyond-jump = ジャンプでは、宇宙船が線に沿って移動します。軍事力が他の誰よりも大きい場所を支配し、前哨基地を置きます。
lesson-beyond-teleport = この移動では、線に関係なく好きな場所へ行けます。
lesson-beyond-control = この場所を支配しました。前哨基地としてディスクを置きましょう。ディスクをマットから取るので、その分だけ生産が増えます。
lesson-beyond-colonize = 植民地化には、支配と十分な宇宙船が必要で、その宇宙船は手放します。星系は自分のものになり、書かれたボーナスがすぐに得られ、ゲーム終了時に得点になります。
lesson-beyond-automate = 自動化すると、これからの生産で、そのトラックから得られるものが増えます。
lesson-beyond-supply = 右端のサプライキューブを好きな列へ移せます。人口増加では決まった列からだけ取るので、先に空になりそうな列へ移しましょう。
lesson-beyond-may = 行っても行わなくてもかまいません。答える前に、コストと効果を見比べましょう。
lesson-beyond-choose = このうち1つが起こります。今、何が最も役立つかを考えて選びましょう。
lesson-beyond-copy = 他の場所にあるアクションを、アクション駒がそこにあるかのように行えます。

# 手ほどきの台本の各段階：`step-<ゲーム>-<教え>`。カードなどの名前はIDの変数で入る。

step-jump-first-world = 手札はお金の代わりにもなります。1枚捨てるごとに、コスト1を支払えます。{ $artist_colony }はたった1枚で出せて、毎ラウンド1点になります。しかも、ワールドだけを1枚出した人は、カードを1枚引けます。まず{ $artist_colony }を配置しましょう。
step-jump-pay = 支払いに1枚捨てます。{ $smuggling_lair }は征服するワールドですが、まだ軍事力がありません。これで支払いましょう。
step-jump-second-world = カードには相性があります。{ $tourist_world }は毎ラウンド2枚をもたらし、{ $artist_colony }があると3枚になります。残りの手札をすべて使う値段ですが、このラウンドのうちに同じ枚数が戻ってきます。{ $tourist_world }を配置しましょう。
step-jump-explore = 手札のワールドは1枚だけで、征服するには軍事力が足りません。もっとよいカードを探しましょう。7枚引いて、手札全体から5枚捨てます。その間は何も配置できませんが、帝国からの収入は続きます。探索を選んでください。
step-jump-keep = 残したいのは、{ $mining_world }や{ $deserted_alien_colony }のように、近いうちに支払えるワールドです。{ $warrior_race }、{ $rebel_world }、{ $arboreal_uplift_race }は征服するワールドです。征服を目指さないなら、{ $space_marines }もあまり役に立ちません。{ $mining_league }はコストが8もかかります。この5枚を捨てましょう。
step-jump-survey-team = 1ラウンドに、発展とワールドを1枚ずつ出すこともできます。その場合はカードを引けませんが、2枚ともすぐに働き始めます。{ $survey_team }は山札の横にあり、1人1回だけ使えます。ワールドと一緒ならコストは1枚で、毎ラウンド1枚をもたらします。先にこれを選びましょう。
step-jump-both-at-once = 続けてワールドを選びます。手札が多いので、高いカードにも手が届きます。{ $deserted_alien_colony }はコスト5で、これから毎ラウンド4点とカード2枚をもたらします。配置しましょう。
step-jump-pay-for-both = 2枚で合わせて6枚の支払いです。{ $mining_world }と{ $rosetta_stone_world }は安く、次のラウンドから出せます。この2枚を残し、あとは全部支払いに使いましょう。
closing-jump = これでラウンドの流れがわかりました。何かを出すか探索するかを選び、そのあと収入を得ます。選べることは次のとおりです。ワールド1枚だけを出すと、1枚引けます。発展1枚だけなら、コストが1枚安くなります。両方を出すと、どちらの特典もありません。何も出さずに探索もできます。ここからは自分で進めてください。ほぼ毎ラウンド何かを出し、相性のよいカードを探すのがこつです。相手の収入も見ておくと、残りのラウンド数を予想できます。

step-race-two-actions = 目の前にあるのが最初のワールドです。下の手札はお金にもなります。1ラウンドは最大5つのフェイズです。それぞれ2つをひそかに選び、選ばれたフェイズは2人とも行います。選んだ人には特権がつきます。今ほしいのは、カードと次のワールドです。「探査+1+1」なら、1枚多く見て1枚多く残せます。「移住」ではワールドを出し、特権で1枚引けます。この2つを押して、決定しましょう。
step-race-keep = 引いた3枚のうち、2枚を手札に残せます。{ $new_vinland }は製品を作る安いワールドで、{ $interstellar_bank }も安いカードです。{ $pirate_world }を征服する軍事力はありません。{ $new_vinland }と{ $interstellar_bank }を残しましょう。
step-race-first-world = 手札には、製品を作るコスト2のワールドが2枚あります。そのうち{ $new_vinland }は、あとで製品をカードに変えることもできます。こちらを先に出し、{ $spice_world }は次のラウンドに回しましょう。
step-race-pay = 支払いには、なくても困らないカードを使います。{ $space_marines }と{ $avian_uplift_race }は、征服で広がる帝国に向いています。こちらは交易で栄える帝国にします。この2枚を捨てましょう。
step-race-settle-and-produce = ワールドにはまだ製品がありません。「生産」では、どの生産ワールドにも製品が1つ置かれます。移住より後のフェイズなので、このラウンドに出すワールドにも置かれます。{ $spice_world }のための「移住」と、「生産」を選びましょう。
step-race-shared-phase = 相手が探査を選んだので、自分も探査します。ただし特権はなく、2枚見て1枚残すだけです。{ $deficit_spending }は安く、もうすぐ出せます。これを残しましょう。
step-race-second-world = 今あるワールドが作るのは、どれも安い嗜好品です。{ $spice_world }も嗜好品を作りますが、嗜好品を売るたびにカードを2枚増やしてくれます。これを出しましょう。
step-race-pay-again = また2枚支払います。{ $contact_specialist }は征服するワールドにしか役立たず、{ $diversified_economy }は高すぎます。この2枚を捨てれば、手元には安いカードが残ります。
step-race-develop-and-trade = 製品が3つになりました。「消費」では、製品を勝利点やカードに変えます。「消費：交易」を選んだ人は、その前に製品を1つ売ってカードにできます。また、「発展」を選んだ人は、デベロップを1枚安く出せます。「発展」と「消費：交易」を選びましょう。
step-race-development = もうすぐ、使いきれないほどのカードが手に入ります。{ $deficit_spending }があれば、消費フェイズのたびに手札を2枚まで、1枚につき1点に変えられます。これを場に出しましょう。
step-race-pay-for-development = コストは2ですが、特権で1枚安くなります。{ $genetics_lab }は遺伝子資源のためのカードで、この帝国には合いません。これで支払いましょう。
step-race-sell = 嗜好品はカード2枚で売れ、{ $spice_world }があるのでさらに2枚もらえます。3つとも同じ値段で、残りの2つはこのあとすぐに使います。どれでもよいので1つ売りましょう。
step-race-consume = 残った製品は2つ、使い道も2つあります。{ $earths_lost_colony }は製品を1点に、{ $new_vinland }は製品をカード2枚に変えます。どちらを先にしても両方に行きわたります。{ $earths_lost_colony }には、そこにある製品を使いましょう。
step-race-cards-to-points = { $deficit_spending }で手札を2枚まで点に変えられます。{ $rebel_warrior_race }は征服するワールド、{ $tourist_world }はコスト4で、当分は出せそうにありません。この2枚を捨てて2点にしましょう。
closing-race =
    これで5つのフェイズをすべて体験しました。ここからは自分で進めてください。自分で選ぶと、次の特権がつきます。
    I・探査+1+1：1枚多く見て、1枚多く残す。探査+5：5枚多く見る。
    II・発展：デベロップが1枚安くなる。
    III・移住：ワールドを出したあとに1枚引く。
    IV・消費：交易：まず製品1つを売ってカードにする。消費：×2：製品から得る点が2倍になる。
    V・生産：単発生産ワールド1つにも製品を置く。
    「発展」と「移住」は、2枚目も選ぶと2回行えます。
    進め方：製品を生産し、「消費：交易」で1つ売り、得たカードでワールドを増やします。あとは「消費：×2」で製品をまとめて点にします。誰かの場のカードが12枚になると終わります。枚数は名前の横にあります。

step-roll-start = タイルの片面は「発展」、もう片面は「ワールド」です。最初の2枚は、1枚を発展、もう1枚をワールドとして築きます。築くのはダイスなので、小さいワールドほど早く完成します。{ $colonial_affinity }を発展にすると、ワールドはダイス3個の{ $trading_world }です。逆にすると、4個必要な{ $malevolent_lifeforms }になります。{ $colonial_affinity }を選びましょう。
step-roll-first-phase = ダイスを3個振りました。それぞれ、出た目のフェイズに置かれています。ただし、実行されるのは誰かが選択したフェイズだけで、自分も1つ選択できます。{ $alpha_centauri }にはもう製品があり、出荷のダイスがあればお金になります。「出荷」を選択しましょう。
step-roll-selector = フェイズの選択にはダイスを1個使います。そのダイスは、出た目に関係なくそこで働きます。「生産」が2個出ましたが、ワールドにはもう製品があるので仕事がありません。そのうちの1個で選択しましょう。
step-roll-reassign = ここでダイスをもう1個、別のフェイズへ動かせます。その代わり、他の1個が休みになります。今はそこまでしなくて大丈夫です。「完了」を選ぶと、2人のダイスが公開されます。
step-roll-trade = 自分のダイスが製品を運び出します。消費すれば1点以上、交易すれば4クレジットになります。クレジットがあれば、使えるダイスを増やせます。交易しましょう。
step-roll-second-phase = 5クレジットで5個のダイスがカップに戻り、今度は7個振れました。{ $trading_world }を築くには、移住のダイスが3個必要です。「移住」を選択しましょう。
step-roll-third-settler = 「移住」は1個出ています。黄色いエイリアンテクノロジーのダイスは★、つまりワイルドで、どこででも働けます。あと1個足りません。「生産」の出た白いホームダイスで選択すれば、3個目になります。
step-roll-wild = ワイルドのダイスは、何もしなければ選択したフェイズに置かれます。今回はそれがちょうどよいので、何も選ばずに答えましょう。
step-roll-reveal = コスト3のワールドに、ダイスが3個そろいました。もう動かすものはありません。「完了」を選びましょう。
step-roll-recruit = { $trading_world }が完成し、新しいダイスが1個増えました。働き終えたダイスは「市民」として休んでいて、1クレジットで1個をカップに戻せます。今は1クレジットあります。エイリアンテクノロジーのダイスは、どこででも働ける★の面が3つもあります。これを雇用しましょう。
step-roll-third-phase = 築くワールドがなくなり、お金もほとんどありません。「探索」なら両方を補えます。選択しましょう。
step-roll-third-explorer = 「探索」は2個出ています。「出荷」の出たダイスは、運ぶ製品がないので何もできません。これで選択すれば、一緒に探索できます。
step-roll-explorers = これで探索者は3個です。十分なので「完了」を選びましょう。
step-roll-scout = 探索するダイスは、「偵察」でタイルを引くか、「備蓄」で2クレジットを得ます。まず必要なのはワールドです。このダイスは偵察に使い、他は備蓄に回すとよいでしょう。
closing-roll = これがラウンドの全体です。振って、選択して、働かせ、お金でダイスを戻します。ここからは自分で進めてください。引いたタイルにも面が2つあるので、手元のダイスで築けるほうを選びます。あとは製品を作り、出荷してお金や点に変え、ダイスを休ませないことです。

step-beyond-first-action = 自分の番には、アクション駒を空いている別のスペースへ移し、そこに書かれたことをします。できることを増やすには、まず研究です。レベルIの技術には前提がなく、スペースの1つはコストもかかりません。そこを選びましょう。
step-beyond-technology = 住民1人を技術へ送ると、その人はずっとそこに残ります。代わりに、技術の効果がすぐに得られ、線でつながったレベルIIへの道も開けます。{ $t1_04 }を選ぶと、すぐに宇宙船を飛ばせます。この技術にしましょう。
step-beyond-jump = 宇宙船は太陽系にいて、線に沿って2歩進めます。ある場所で軍事力が最も大きい人が、そこを支配します。{ $A1 }にはまだ誰もいないので、1隻で十分です。そこへ移しましょう。
step-beyond-stay = もう1歩進めますが、支配するには宇宙船がとどまる必要があります。支配すると、手元のマットからディスクが1枚ここに移り、その下に隠れていたものが使えるようになります。何も選ばずに答えましょう。
step-beyond-ore = 番の終わりには、生産を1種類だけ行います。人口増加だと住民は1人ですが、さっきのディスクがなくなったので、鉱石なら3個得られます。レベルの高い研究には鉱石が必要です。鉱石生産を選びましょう。
step-beyond-second-level = 鉱石が2個あれば、レベルIIの研究ができます。{ $t1_04 }から進めるので、前提もそろっています。レベルIより強力で、1点多く得点できます。「レベルIIの研究」を選びましょう。
step-beyond-automate = ここに来たのは自分が最初なので、先にイベント{ $e2_07 }が起こります。生産を自動化できるイベントで、マットのディスクを1枚、ずっと取り除けます。このあと足りなくなるのは住民で、それを抑えているのが食料のディスクです。食料を選びましょう。
step-beyond-discover = 技術を2つ見つけました。どちらをここに置くか、自分で決められます。置いた技術は、あとから他の人も研究できます。{ $t2_15 }なら、すぐに宇宙船が1隻できます。こちらを置きましょう。
step-beyond-second-ship = 新しい宇宙船は太陽系から始まり、1歩進めます。{ $A2 }は空いています。支配している場所は、どれもゲーム終了時に1点になります。新しい宇宙船を送りましょう。
step-beyond-people = 研究のたびに1人ずつ送ったので、もう住民がいません。食料のディスクが減ったおかげで、人口増加は1人ではなく2人になりました。人口増加を選びましょう。
step-beyond-pay-for-space = 無料のスペースには相手のアクション駒がいて、2つ目の駒は置けません。隣のスペースでは、鉱石1個で同じことができます。そちらを選びましょう。
step-beyond-genetics = 住民はこれからも毎回必要です。{ $t1_02 }は、食料のディスクをもう1枚取り除きます。これを研究しましょう。
step-beyond-growth = 最初は1人だった人口増加が、ここまで来て3人になりました。もう一度選びましょう。
closing-beyond = これが1回の番の流れです。アクション、生産、そして条件を満たしていれば偉業の達成です。ここからは自分で進めてください。より高いレベルを研究し、強い宇宙船で場所を支配し、そこに植民します。偉業からも目を離さないように。早い人ほど点が高く、最後のディスクがゲームの終わりを告げます。

# 手ほどきの始まり：目的、終わり、印（`sign-<ゲーム>-<何の印か>`）。

learn-begin = 始める
learn-known = ボードゲーム版との違い
primer = 目的・終わり・印
primer-goal = 目的
primer-round = 進み方
primer-end = 終わり
primer-signs = その他の印
primer-close = 手ほどきに戻る

# 最初のページ：目的、ラウンド、終わりを一行ずつ。それから実物と、最初の印。

primer-goal-jump = 毎ラウンド点とカードをもたらす帝国を築きます。最後に点が最も多い人が勝ちます。
primer-round-jump = 全員が秘密にカードを選び、他の手札を捨てて支払います。そのあと帝国全体から収入があります。
primer-end-jump = 誰かが50点に達したラウンドで終わります。7〜10ラウンドほどです。
primer-piece-jump-card = カードの見かた
primer-first-jump = 3種類のカード
part-jump-cost = 値段
part-jump-cost-means = 白い輪：他の手札をこの枚数捨てます。手札はお金です。
part-jump-kind = 色
part-jump-kind-means = ワールドの種類です。一つの種類だけを助けるカードもあります。
part-jump-name = 名前
part-jump-name-means = 惑星の絵はワールド、星座の絵は発展です。
part-jump-points = 点
part-jump-points-means = 毎ラウンド入るので、早く出すほど多く入ります。
part-jump-income = カード
part-jump-income-means = 毎ラウンドこの枚数を引きます。＋は、他のカードで増えます。
part-jump-power = 能力
part-jump-power-means = その他の働きです。目の印は、探索で1枚多く見られます。

primer-goal-race = ワールドとデベロップで帝国を築きます。最後に点が最も多い人が勝ちます。
primer-round-race = 各自が秘密にフェイズを選びます。選ばれたフェイズは全員が行い、選んだ人には特権がつきます。
primer-end-race = 誰かの場のカードが12枚になるか、勝利点チップがなくなったラウンドで終わります。
primer-piece-race-card = カードの見かた
primer-first-race = 最初の印
part-race-cost = 値段
part-race-cost-means = 白い輪：他の手札をこの枚数捨てます。手札はお金です。
part-race-good = 製品
part-race-good-means = このワールドが作る製品です。安い順に青、茶、緑、黄です。
part-race-name = 名前
part-race-name-means = 惑星の絵はワールド、星座の絵はデベロップです。
part-race-phase = フェイズ
part-race-phase-means = 能力がはたらくときです。IVは消費、Vは生産です。
part-race-points = 点
part-race-points-means = 最後に数えます。★は他のカードによって変わります。
part-race-power = 能力
part-race-power-means = 矢印の前を渡し、後ろをもらいます。製品1個がカード2枚になります。

primer-goal-roll = ダイスはあなたの働き手です。タイルを見つけ、築き、製品を運びます。最後に点が最も多い人が勝ちます。
primer-round-roll = 全員が秘密に振り、フェイズを一つ選びます。選ばれたフェイズだけが起こり、そこにあるダイスが働きます。
primer-end-roll = 誰かのタイルが12枚になるか、製品のための点がなくなったラウンドで終わります。最初は3枚です。
primer-piece-roll-card = タイルの見かた
primer-first-roll = ダイスの面と、築くもの
part-roll-cost = 大きさ
part-roll-cost-means = この数のダイスで築けます。
part-roll-colour = 色
part-roll-colour-means = 製品の色です。色によって売値が違います。
part-roll-name = 名前
part-roll-name-means = 惑星の絵はワールドです。タイルの裏は発展です。
part-roll-points = 点
part-roll-points-means = 最後に数えます。築いたダイスの数と同じです。
part-roll-power = 見返り
part-roll-power-means = 築くともらえるものです。多くのワールドは新しいダイスをもたらします。

primer-goal-beyond = 太陽系の外へ人々を導きます。研究し、飛び、植民します。最後に点が最も多い人が勝ちます。
primer-round-beyond = ポーンを空いたアクションに動かして行います。それから住民か鉱石を生産し、達成した偉業があればディスクを置きます。
primer-end-beyond = 2〜3人では「偉業」に3枚目、4人では4枚目のディスクが置かれると終わりが始まります。そのラウンドのあと、もう1ラウンド行います。
primer-piece-beyond-technology = 技術の見かた
primer-piece-beyond-system = 星系の見かた
primer-first-beyond = 持っているもの
part-beyond-level = 場所
part-beyond-level-means = レベルと場所です。ここから線が次のレベルへ続きます。
part-beyond-name = 名前
part-beyond-name-means = 下の短い言葉はアクションです。
part-beyond-types = 種類
part-beyond-types-means = 何として数えるかです。続く技術も同じ種類を持ちます。
part-beyond-once = すぐに
part-beyond-once-means = 稲妻は、研究したとき一度だけ起こります。
part-beyond-action = アクション
part-beyond-action-means = ポーンを置く場所です。左を払い、右を得ます。
part-beyond-researcher = 研究者
part-beyond-researcher-means = ここに住民を置いた人が使えます。
part-beyond-planet = 星系
part-beyond-planet-means = 宇宙船が最も強ければ支配します。
part-beyond-strength = 軍事力
part-beyond-strength-means = 植民にはこの軍事力の宇宙船が必要で、その宇宙船は失われます。
part-beyond-worth = 点
part-beyond-worth-means = 植民した人のものです。
part-beyond-disc = ディスク
part-beyond-disc-means = 前哨に置くディスクです。ボードから離れると生産が増えます。
part-beyond-settled = 見返り
part-beyond-settled-means = 植民した人がすぐに得ます。
part-beyond-ship = 宇宙船
part-beyond-ship-means = 誰の宇宙船か、そのレベルです。

sign-jump-world = ワールド。数字は値段で、他の手札をその枚数だけ捨てて支払います。
sign-jump-conquered = 征服するワールド。カードは払いませんが、この数以上の軍事力が必要です。
sign-jump-development = 発展。調査隊や艦隊、発明などです。支払い方はワールドと同じです。
sign-jump-points = そのカードが毎ラウンドもたらす点。★は、他のカードによって変わります。
sign-jump-cards = そのカードが毎ラウンドもたらす手札。
sign-jump-gains = 毎ラウンドの収入（点と手札）。手札のカードの下では、出した場合に増える分です。
sign-jump-strength = 征服に使う軍事力。使っても減りません。
sign-jump-looking = この印が多いほど、探索でたくさんのカードを見られます。
sign-jump-chromosome = これだけでは何も起きません。持っている数だけ得をするカードがあります。
sign-jump-kinds = ワールドの種類。1つの種類だけを助けるカードもあります。
sign-jump-vp = 勝利点のことです。
sign-jump-per = 「～につき」。斜線の後ろにあるものを数えます。
sign-jump-less = 支払いがその数だけ安くなります。
sign-jump-becomes = 矢印の前のものと引き換えに、後ろのものを得ます。
sign-jump-given = そのカード自体を手放します。
sign-jump-most = 最も多い人のものです。
sign-jump-words = 印では表せない能力です。カードを大きくすると文で読めます。
sign-jump-paid = 征服するワールドを、代わりに支払って出せます。
sign-jump-except = 後ろの種類以外のワールド。
sign-jump-limit = 1つの帝国に、この数まで。
sign-jump-placed = 出す発展（ひし形）またはワールド（旗のある星）。
sign-jump-supply = 山札の横にあり、誰でも使えます。

sign-race-world = ワールド。数字はコストで、他の手札をその枚数だけ捨てて支払います。
sign-race-conquered = 征服するワールド。カードは払いませんが、この数以上の軍事力が必要です。
sign-race-development = デベロップ。発明や商売、文化などです。支払い方はワールドと同じです。
sign-race-points = ゲーム終了時の点。★は、他のカードによって変わります。
sign-race-kinds = 製品の種類。安い順に、嗜好品、希少元素、遺伝子資源、異星種族技術です。この形のあるワールドが、その製品を作ります。
sign-race-windfall = 破線の輪は「単発生産」。場に出したときに製品が1つ置かれ、その後は自然には増えません。
sign-race-phases = 横の能力が働くとき。1ラウンドには最大5つのフェイズがあります。I 探査、II 発展、III 移住、IV 消費、V 生産です。
sign-race-strength = 征服に使う軍事力。使っても減りません。
sign-race-hand = 手札。お金の代わりにもなります。
sign-race-chips = 製品から得た勝利点。失うことはありません。
sign-race-tableau = 場に出ているカードの枚数。12枚で終わりです。
sign-race-vp = 勝利点のことです。
sign-race-becomes = 矢印の前のものと引き換えに、後ろのものを得ます。
sign-race-per = 「～につき」。斜線の後ろにあるものを数えます。
sign-race-less = 支払いがその数だけ安くなります。
sign-race-given = そのカード自体を手放します。
sign-race-swap = 2つを入れ替えます。
sign-race-most = 最も多い人のものです。
sign-race-words = 印では表せない能力です。カードを大きくすると文で読めます。
sign-race-trade = 製品を売ってカードにするとき。
sign-race-end = 他のカードによって変わる、ゲーム終了時の点。
sign-race-any = どの種類でもよい製品。
sign-race-placed = 出すデベロップ（ひし形）またはワールド（旗のある星）。
sign-race-looked = 探査で見るカード。
sign-race-made = 製品を作ります。
sign-race-times = その倍、またはその回数。
sign-race-except = 種類の異なるもの、または後ろの種類以外。
sign-race-limit = この数まで、またはこの差まで高いもの。
sign-race-paid = 征服するワールドを、代わりに支払って出せます。
sign-race-chromosome = 知性化マーク。これだけでは何も起きませんが、数えるカードがあります。
sign-race-once = 使ったフェイズの間だけ。
sign-race-flipped = 山札の一番上をめくります。
sign-race-gathered = 他のワールドの製品がここに集まります。
sign-race-saved = カードを下に取っておき、あとで手札に戻します。
sign-race-prestige = 威信。終了時に1点で、使うこともできます。
sign-race-defence = 防御と、損傷したワールド。
sign-race-others = 他のプレイヤー、またはオーブのチーム。

sign-roll-explore = 探索：新しいタイルを見つけるか、お金を得ます。
sign-roll-develop = 発展：発展のタイルを築きます。
sign-roll-settle = 移住：ワールドのタイルを築きます。
sign-roll-produce = 生産：ワールドに置かれて製品になります。
sign-roll-ship = 出荷：製品を運び出して、お金か点に変えます。
sign-roll-wild = ワイルド：好きな仕事ができます。
sign-roll-development = 発展。数字は、築くのに必要なダイスの数です。
sign-roll-world = ワールド。築き方は発展と同じです。ほとんどのワールドは新しいダイスをもたらします。
sign-roll-kinds = ワールドとダイスの4つの色。芸術品、希少元素、遺伝子工学、エイリアンテクノロジーです。右の色のワールドほど、製品が高く売れます。
sign-roll-money = お金（クレジット）。働き終えたダイスをカップに戻すのに使います。
sign-roll-chips = 製品から得た点。
sign-roll-tiles = 持っているタイルの枚数。12枚で終わりです。
sign-roll-vp = 勝利点のことです。
sign-roll-becomes = 矢印の前のものと引き換えに、後ろのものを得ます。
sign-roll-per = 「～につき」。斜線の後ろにあるものを数えます。
sign-roll-less = 支払いがその数だけ安くなります。
sign-roll-swap = 2つを入れ替えます。
sign-roll-words = 印では表せない能力です。カードを大きくすると文で読めます。
sign-roll-end = 他のタイルによって変わる、ゲーム終了時の点。
sign-roll-any = どの色でもよい製品。
sign-roll-dice = ダイス。
sign-roll-strength = 赤いダイス（軍事）。
sign-roll-consumption = 紫のダイス（消費）。「最も多い・最も高い」という意味でも使います。
sign-roll-added = 製品が作られます。
sign-roll-looked = 偵察で見るタイル。
sign-roll-built = 発展（ひし形）またはワールド（旗のある星）。
sign-roll-top = 一番上に置きます。

sign-beyond-people = 住民。研究をしたり、宇宙船に乗ったりします。
sign-beyond-supply = サプライ。これから住民になる人々です。
sign-beyond-ore = 鉱石。支払いに使います。
sign-beyond-discs = マットを覆うディスク。1枚なくなるたびに、生産が増えます。
sign-beyond-research = 研究。横の数字はレベルで、4段階あります。
sign-beyond-ship = 宇宙船。数字はレベルで、1から4まであります。
sign-beyond-strength = 軍事力。その場所にいる宇宙船のレベルの合計です。星系の数字は、住むのに必要な軍事力です。
sign-beyond-jump = ジャンプ。宇宙船が進める歩数です。
sign-beyond-outpost = 支配している場所。宇宙船の軍事力が最も大きい人のものです。
sign-beyond-colony = 植民地化。その星系が自分のものになります。
sign-beyond-when = 稲妻は、研究した直後に1回だけ。輪は、その後ずっと続きます。
sign-beyond-achievement = 偉業、またはその上のディスク。
sign-beyond-points = ゲーム終了時の点。
sign-beyond-per = 「～につき」。斜線の後ろにあるものを数えます。
sign-beyond-less = 支払いがその数だけ安くなります。
sign-beyond-gives = 前のものを支払い、後ろのものを得ます。
sign-beyond-trade = 別の列に移します。
sign-beyond-raised = その列のディスクが個人ボードから離れます。
sign-beyond-either = どの列のディスクでも。
sign-beyond-copy = 別の場所のアクションを、そこに駒があるように行います。
sign-beyond-warp = 宇宙船が、線に関係なくどこへでも行けます。
sign-beyond-yard = 造船所。新しい宇宙船を置けます。
sign-beyond-again = すぐに起きたことがもう一度起きます。
sign-beyond-others = 他のプレイヤー。
sign-beyond-sun = 太陽（ソル）。
sign-beyond-spiral = 深宇宙。
sign-beyond-lock = 自分だけの技術、またはギルド。
sign-beyond-times = その回数だけ。
sign-beyond-may = 行ってもよく、行わなくてもかまいません。
sign-beyond-condition = 前のことが起きるたびに、後ろのものを得ます。
sign-beyond-equal = 一方をもう一方として数えます。
sign-beyond-unlimited = いくつでも。
sign-beyond-limit = この数まで。
sign-beyond-held = 前提となる研究がなくてもできます。
sign-beyond-greatest = 最も多い人のものです。
sign-beyond-anywhere = どの場所でも。
sign-beyond-different = 種類の異なるもの。

# カードの印（大きなカードの横）。

gloss-windfall = 単発生産ワールド（破線の輪）：出したときに製品が1つ置かれ、その後は自然には増えません。
gloss-uplift = 知性化：この印を数えるカードがあります。
gloss-chromosome = 知性化マーク：この印を数えるカードがあります。

# 最初のゲームでの助言。

tip-race-opening = 6枚配られ、4枚を手元に残します。初めのラウンドで出せる安いカードを2枚と、最初のワールドに合うカードを1枚残しましょう。高いカードは手放します。
tip-jump-opening = 毎ラウンドカードをもたらす安いワールドを残し、征服するワールドは手放しましょう。
tip-race-end = 終わりが近づきました。これからは手札は点になりません。点の高いものを出し、製品を点に変えましょう。場のカードが最も多い人に注意してください。12枚でゲームが終わります。
tip-jump-end = 終わりが近づきました。誰かが50点に達すると終わります。収入が最も多い人に注意し、すぐ点になるものを出しましょう。
tip-roll-end = 終わりが近づきました。タイル12枚か、点がなくなると終わります。タイルが最も多い人に注意し、始めたものを完成させましょう。
