"""malaysia: the rating system for xiangqi players in Malaysia (大马中国象棋棋手等级分计算法).

Game by game, in whole points. The document numbers nothing, so its parts are named here, in its own order:

=========== ==========================================================================================
Basis       棋手等级分基础: the formula R1 = R0 + K (W − We), and K = 10 for ever once 2400 was reached
Table       数据表: We by the difference of the ratings
K           K 的算法: whose K a game takes, and K by rating
K note      注: the last two rounds
Start       大马应用的等级分制度: the first rating by title
Absence     注: a year without any of the three national events
Bonus       the first eight of a national event
Silent      what the document does not say
=========== ==========================================================================================
"""

from schemes.malaysia.scheme import Malaysia

scheme = Malaysia()

__all__ = ["Malaysia", "scheme"]
