# Places of the boards as the boards name them; all else is called as the pack says.

component-b-ship = Build a ship and jump
component-b-gather = Population and ore

component-A1 = System A1
component-A2 = System A2
component-B1 = System B1
component-B2 = System B2

component-I1 = I-1
component-I2 = I-2
component-I3 = I-3
component-I4 = I-4
component-II1 = II-1
component-II2 = II-2
component-II3 = II-3
component-II4 = II-4
component-II5 = II-5
component-II6 = II-6
component-III1 = III-1
component-III2 = III-2
component-III3 = III-3
component-III4 = III-4
component-III5 = III-5
component-III6 = III-6
component-IIII1 = IV-1
component-IIII2 = IV-2
component-IIII3 = IV-3

component-g-research-4 = Research guild, Level IV
