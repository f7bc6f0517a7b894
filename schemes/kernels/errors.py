"""What a user can act on when rules are named or changed wrongly."""


class SchemeError(ValueError):
    """An unknown scheme, version, reading or parameter, or a reform that contradicts itself."""

    def __init__(self, wrong: str, remedy: str = "") -> None:
        self.wrong = wrong
        self.remedy = remedy
        super().__init__(wrong + (f"\n    → {remedy}" if remedy else ""))
