# ボードの場所とアクションの名前。カードと派閥は英語のまま。

component-SOL = 太陽系
component-DEEP = 深宇宙
component-A1 = 星系スロットA1
component-A2 = 星系スロットA2
component-B1 = 星系スロットB1
component-B2 = 星系スロットB2
component-Y1 = 造船所系1
component-Y2 = 造船所系2
component-Y3 = 造船所系3

component-I1 = スロットI1
component-I2 = スロットI2
component-I3 = スロットI3
component-I4 = スロットI4
component-II1 = スロットII1
component-II2 = スロットII2
component-II3 = スロットII3
component-II4 = スロットII4
component-II5 = スロットII5
component-II6 = スロットII6
component-III1 = スロットIII1
component-III2 = スロットIII2
component-III3 = スロットIII3
component-III4 = スロットIII4
component-III5 = スロットIII5
component-III6 = スロットIII6
component-IIII1 = スロットIIII1
component-IIII2 = スロットIIII2
component-IIII3 = スロットIIII3

component-b-research-1 = レベルIの研究
component-b-research-2 = レベルIIの研究
component-b-ship = 任意の宇宙船とジャンプ
component-b-gather = 住民と鉱石
component-g-colony-1 = 植民地化ギルド
component-g-colony-2 = 遠征ギルド
component-g-research-3 = 研究ギルド（レベルIII）
component-g-research-4 = 研究ギルド（レベルIIII）
