# ボットの名前と人柄。

persona-tin-otter = 錫のカワウソ
persona-brass-owl = 真鍮のフクロウ
persona-copper-finch = 銅のヒワ
persona-iron-mole = 鉄のモグラ
persona-glass-crab = ガラスのカニ
persona-silver-hare = 銀のノウサギ
persona-amber-newt = 琥珀のイモリ
persona-nickel-fox = ニッケルのキツネ
persona-quartz-toad = 水晶のヒキガエル
persona-cobalt-heron = 群青のサギ
persona-zinc-badger = 亜鉛のアナグマ
persona-chrome-thrush = クロムのツグミ
persona-steel-snail = 鋼のカタツムリ
persona-jade-gecko = 翡翠のヤモリ
persona-bronze-lynx = 青銅のヤマネコ
persona-carbon-crow = 炭素のカラス

manner-tin-otter = 手番の合間は、仰向けで浮いています。
manner-brass-owl = 何でも二度数え、もう一度数えます。
manner-copper-finch = うまくいくと口笛を吹きます。
manner-iron-mole = 何ラウンドも黙って掘り続けます。
manner-glass-crab = どんな作戦にも横から近づきます。
manner-silver-hare = ルールだから、じっと座っています。
manner-amber-newt = 急がず、誰のせいにもしません。
manner-nickel-fox = 何があっても満足そうです。
manner-quartz-toad = 待って、まばたきして、それから決めます。
manner-cobalt-heron = 他の人の番は、片足で立っています。
manner-zinc-badger = どのルールにもぼやき、全部守ります。
manner-chrome-thrush = 動かす前に、駒を磨きます。
manner-steel-snail = 帝国をまるごと背負っています。
manner-jade-gecko = お気に入りの世界は秘密です。
manner-bronze-lynx = 呼ばれるまで居眠りしています。
manner-carbon-crow = 光るものを集め、点になればと願っています。
