"""What people call the columns of lists and cross-tables, in the languages that their programs speak."""

import re
import unicodedata

# FIDE's titles from high to low; of each row its lists show the highest, of the last all
OPEN = ("gm", "im", "fm", "cm")
WOMEN = ("wgm", "wim", "wfm", "wcm")
ARENA = ("agm", "aim", "afm", "acm")
OTHER = ("ia", "fa", "na", "io", "fst", "ft", "fi", "ni", "di", "lsi", "si")
# as reports and tables write them: `g` and `gm` are one
TITLES = {title.removesuffix("m"): title for title in (*OPEN, *WOMEN)}
TITLES |= {title: title for title in (*OPEN, *WOMEN)} | {"m": "im", "wm": "wim"}
# field → headings, in the form that `plain` gives
HEADINGS: dict[str, str] = {
    "rank": "rk rank rg rang platz pl place plac pos position puesto clas 名次 排名",
    "number": "no number nr sno snr startno startnr startingno startingnumber startrank seed pairingno "
    "num n 序号 序號 号码 號碼 抽签号 抽籤號",
    "name": "name names fullname player players playername spieler spielername teilnehmer nombre jugador nom joueur "
    "nome giocatore participant nombreyapellidos apellidosynombre "
    "cognomeenome nometprenom namevorname 姓名 名字 棋手 选手 選手 运动员 運動員 中文姓名",
    "last_name": "lastname surname familyname nachname apellido apellidos cognome nazwisko 姓",
    "first_name": "firstname givenname givennames forename vorname prenom imie 名",
    "name_en": "englishname nameenglish latinname 英文姓名 英文名 拼音",
    "title": "title tit titel fidetitle fidetitel titulo titolo ti 称号 稱號 等级称号 等級稱號 段位",
    "women_title": "wtit womentitle womenstitle 女子称号 女子稱號",
    "rating": "rtg rating elo rtgi eloi fiderating fideelo ratingfide standard standardrating std srtg rat "
    "currentrating 等级分 等級分 棋力 分数 分數",
    "national_rating": "rtgn elon dwz nwz nationalrating nationalelo localrating 国内等级分 國內等級分",
    "rapid": "rapid rapidrating rapidelo rrtg 快棋等级分 快棋等級分",
    "blitz": "blitz blitzrating blitzelo brtg 超快棋等级分 超快棋等級分",
    "federation": "fed federation country nation land fideland federacion federazione feder verband 国家 國家 "
    "协会 協會 所属协会 所屬協會",
    "fide_id": "fideid fideno fidenumber fidenr fidecode idfide idnumber 国际编号 國際編號",
    "id": "id playerid nationalid memberid membershipno memberno membershipnumber ident passnr pkz "
    "mglnr regno registrationnumber 编号 編號 注册号 註冊號 证号 證號 会员号 會員號",
    "born": "born birth birthday birthdate dateofbirth dob yearofbirth birthyear yob bday byear geb geburtsjahr "
    "geboren fechanac nacimiento fechadenacimiento fechanacimiento datanascita datadinascita naissance datedenaissance "
    "geburtsdatum jahrgang jg anneenaissance annonascita anodenacimiento "
    "出生 出生日期 出生年 出生年份 出生年月 出生年月日 生日",
    "sex": "sex gender mf geschlecht sexo sesso 性别 性別",
    "points": "pts points punkte pkte pkt puntos punti score total totalpoints sum 积分 積分 总分 總分 得分 大分",
    "club": "club clubcity clubort verein 俱乐部 俱樂部 单位 單位",
    "team": "team teamname mannschaft equipo 队 隊 球队 球隊 代表队 代表隊 队名 隊名",
    "games": "games gms partien rgames 局数 局數",
    "k": "k kfactor",
    "flag": "flag inactive",
    "round": "round rd rnd runde ronda ronde turno stage 轮次 輪次 轮 輪",
    "board": "board bo bd brd table tisch mesa 台 台次 台号 檯次 桌",
    "first": "white weiss weiß blancas bianco blanc player1 first red home 红方 紅方 红 紅 白方 白 先手 先手方",
    "second": "black schwarz negras nero noir player2 second away 黑方 黑 后手 後手 后手方 後手方",
    "result": "result res ergebnis resultado risultato resultat score 结果 結果 成绩 成績 赛果 賽果 比分",
}
_FIELD_OF = {word: field for field, words in reversed(HEADINGS.items()) for word in words.split()}
_ROUND_WORDS = r"(?:r|rd|rnd|round|rde|runde|ronda|ronde|turno|tour|kolo|runda)"
_ROUND = re.compile(rf"{_ROUND_WORDS}(\d{{1,3}})|(\d{{1,3}}){_ROUND_WORDS}|第?(\d{{1,3}})[轮輪]")
_CHINESE_ROUND = re.compile(r"第?([一二三四五六七八九十]{1,3})[轮輪]")
_GAME = re.compile(r"(?:g|game|partie|局)(\d{1,2})|第?(\d{1,2})局")
_TIE_BREAK_GAME = re.compile(
    r"(?:tb|tiebreak|tiebreakgame|stechen|desempate|加赛|加賽)(\d{1,2})|第?(\d{1,2})局?(?:加赛|加賽)"
)
FIRST_TIE_BREAK = 101  # games of a tie-break follow all others of a match
_IN_BRACKETS = re.compile(r"[(（\[].*?[)）\]]")
_DIGITS = dict(zip("一二三四五六七八九", range(1, 10), strict=True))


def plain(header: str) -> str:
    """A header without case, spaces, marks and width: `Player ID *`, `player_id` and `ＰＬＡＹＥＲ ＩＤ` are one."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", header)).casefold()


def field_of(header: str) -> str:
    """The field that a heading names, with or without what stands in brackets; empty if nobody knows it."""
    word = plain(header)
    forms = (word, plain(_IN_BRACKETS.sub("", header)), _without_accents(word))
    return next((_FIELD_OF[form] for form in forms if form in _FIELD_OF), "")


def _without_accents(word: str) -> str:
    """`prénom` as `prenom`."""
    letters = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def round_of(header: str) -> int:
    """The round that a heading names: `1.Rd`, `Rd1`, `Round 1`, 第一轮; 0 if it names none."""
    word = plain(header)
    if named := _ROUND.fullmatch(word):
        return int(next(filter(None, named.groups())))
    if chinese := _CHINESE_ROUND.fullmatch(word):
        return _chinese_number(chinese[1])
    return 0


def game_of(header: str) -> int:
    """The game of a match that a heading names: `G1`, `Game 2`, 第1局, after them `TB1`; 0 if it names none."""
    word = plain(header)
    if named := _GAME.fullmatch(word):
        return int(named[1] or named[2])
    if named := _TIE_BREAK_GAME.fullmatch(word):
        return FIRST_TIE_BREAK - 1 + int(named[1] or named[2])
    return 0


def _chinese_number(text: str) -> int:
    """一 to 九十九."""
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return _DIGITS.get(text, 0)
    return 10 * _DIGITS.get(tens, 1) + _DIGITS.get(ones, 0)
