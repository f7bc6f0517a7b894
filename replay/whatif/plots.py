"""Plots of a what-if: distributions, calibration, movers, inflation. Made by altair, drawn without a browser.

Both come with the extra `plots`: without it answers and reports have no plots, and everything else.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from replay.answers.language import heading, tr
from replay.answers.names import reader_names
from replay.answers.plotting import Chart, plotting
from replay.answers.table import Table
from replay.whatif.answer import WhatIf
from wording import say

Mark = dict[str, Any]  # what is drawn, by the names of its values
BEFORE = say("rules in force")
AFTER = say("what if")
# Blue and vermilion of Okabe and Ito: told apart by everybody; dashes and shapes tell them apart in print.
BLUE = "#0072B2"
VERMILION = "#D55E00"
GREY = "#8a8a8a"
WIDTH = 560
HEIGHT = 300
TALL = 400
MOVERS = 15
MOST_MARKS = 15  # of an axis
_BINS = (5, 10, 20, 25, 50, 100)


def plot(answer: WhatIf, name: str) -> Chart:
    """A plot by its name."""
    return PLOTS[name][1](answer)


def svg(chart: Chart) -> str:
    """A plot as SVG text."""
    return str(plotting("vl_convert").vegalite_to_svg(chart.to_json()))


def drawn(chart: Chart, form: str) -> str | bytes:
    """A plot for a file: as SVG, or as PNG at twice the size for sharp print."""
    if form == "svg":
        return svg(chart)
    return bytes(plotting("vl_convert").vegalite_to_png(chart.to_json(), scale=2))


def _styled(chart: Chart, title: str, subtitle: str) -> Chart:
    alt = plotting("altair")

    heading = alt.TitleParams(
        title, subtitle=subtitle, anchor="start", fontSize=15, subtitleColor="#555", offset=12
    )
    font = "DejaVu Sans, Noto Sans CJK SC, sans-serif"
    return (
        chart.properties(
            title=heading,
            width=WIDTH,
            height=chart.height if (isinstance(getattr(chart, "height", None), int)) else HEIGHT,
        )
        .configure(font=font, background="white", padding=12)
        .configure_view(stroke=None)
        .configure_axis(
            gridColor="#e6e6e6", labelFontSize=11, titleFontSize=12, titleFontWeight="normal"
        )
        .configure_legend(
            title=None, labelFontSize=12, orient="top", symbolStrokeWidth=2.5, symbolSize=120
        )
    )


def _named() -> list[str]:
    """What the two worlds are called."""
    return [tr(BEFORE), tr(AFTER)]


def _worlds(alt: ModuleType) -> tuple[Chart, Chart]:
    """The colour of each world."""
    scale = alt.Scale(domain=_named(), range=[BLUE, VERMILION])
    dashes = alt.Scale(domain=_named(), range=[[1, 0], [6, 3]])
    return alt.Color("world:N", scale=scale), alt.StrokeDash("world:N", scale=dashes)


def distribution(answer: WhatIf) -> Chart:
    """How many players stand where, on both lists."""
    alt = plotting("altair")

    c = answer.changes
    sides = [side[side > 0] / c.unit for side in (c.before, c.after)]
    everybody = np.concatenate(sides)
    low, high = (float(everybody.min()), float(everybody.max())) if len(everybody) else (0.0, 1.0)
    width = next((width for width in _BINS if (high - low) / width <= 45), _BINS[-1])
    edges = np.arange(low // width * width, high + 2 * width, width)
    values = [
        {"world": world, "rating": float(edge), "players": int(count)}
        for world, side in zip(_named(), sides, strict=True)
        for edge, count in zip(edges, [*np.histogram(side, edges)[0], 0], strict=True)
    ]
    colour, dash = _worlds(alt)
    chart = (
        alt.Chart(alt.Data(values=values))
        .mark_line(interpolate="step-after", strokeWidth=2)
        .encode(
            x=alt.X(
                "rating:Q",
                title=tr("rating, points"),
                scale=alt.Scale(zero=False, nice=False),
                axis=_whole(alt),
            ),
            y=alt.Y("players:Q", title=tr("players per {width} points", width=width)),
            color=colour,
            strokeDash=dash,
        )
    )
    about = tr(
        "list of {date}: {before} and {after} published players",
        date=answer.before.replayed.list_date,
        before=len(sides[0]),
        after=len(sides[1]),
    )
    return _styled(chart, tr("Rating distribution"), about)


def calibration(answer: WhatIf) -> Chart:
    """What was expected of the higher-rated player, and what was scored."""
    alt = plotting("altair")

    values: list[Mark] = [
        {"world": world, "expected": c.expected, "scored": c.scored, "games": c.games}
        for world, prediction in zip(_named(), answer.predictions, strict=True)
        for c in prediction.by_difference().values()
    ]
    colour, _ = _worlds(alt)
    low = min((min(value["expected"], value["scored"]) for value in values), default=0.5)
    scale = alt.Scale(domain=[max(0.0, np.floor(low * 20) / 20), 1], nice=False, zero=False)
    axis = alt.Axis(format=".2f", tickCount=10)
    ends = alt.Data(values=[{"ideal": scale.domain[0]}, {"ideal": 1}])
    ideal = alt.Chart(ends).mark_line(color=GREY, strokeDash=[3, 3], strokeWidth=1.5)
    points = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("expected:Q", title=tr("expected score per game"), scale=scale, axis=axis),
        y=alt.Y("scored:Q", title=tr("score per game"), scale=scale, axis=axis),
        color=colour,
    )
    shapes = alt.Scale(domain=_named(), range=["circle", "diamond"])
    legend = alt.Legend(title=tr("games"), orient="right", values=_round_counts(values), format="d")
    marks = points.encode(
        shape=alt.Shape("world:N", scale=shapes),
        size=alt.Size("games:Q", scale=alt.Scale(range=[25, 420]), legend=legend),
        fillOpacity=alt.condition(f"datum.world == '{_named()[0]}'", alt.value(0.35), alt.value(0)),
        fill=colour,
    )
    games = answer.measures.games
    return _styled(
        (
            ideal.encode(x=alt.X("ideal:Q", scale=scale), y=alt.Y("ideal:Q", scale=scale))
            + points.mark_line(strokeWidth=1.2, opacity=0.6)
            + marks.mark_point(strokeWidth=1.6)
        ).properties(height=TALL),
        tr("Calibration: what ratings promised and what came"),
        tr(
            "{games} games, by classes of 50 points of difference; promise and result are equal on the dotted line",
            games=games,
        ),
    )


def _round_counts(values: list[Mark]) -> list[int]:
    """Three round numbers of games for the legend."""
    most = max((value["games"] for value in values), default=1)
    top = 10 ** int(np.log10(max(most, 1)))
    return sorted({max(top // 10, 1), max(top // 2, 1), top})


def movers(answer: WhatIf) -> Chart:
    """Who moves most."""
    alt = plotting("altair")

    c = answer.changes
    order = c.difference.largest_first(c.change != 0)[:MOVERS]
    names = answer.names
    reader = reader_names(answer.snapshot)
    values: list[Mark] = [
        {
            "player": f"{reader.get(str(answer.ids[n]), names[n].as_py())} ({answer.ids[n]})",
            "change": int(c.change[n]) / c.unit,
            "shown": f"{answer.scheme.shown(int(c.before[n]))} → {answer.scheme.shown(int(c.after[n]))}",
            "way": "up" if c.change[n] > 0 else "down",
        }
        for n in order
    ]
    widest = max((abs(value["change"]) for value in values), default=1) * 1.75
    span = alt.Scale(domain=[-widest, widest], nice=False)
    base = alt.Chart(alt.Data(values=values)).encode(
        y=alt.Y(
            "player:N",
            sort=None,
            title=None,
            axis=alt.Axis(labelLimit=260, ticks=False, domain=False),
        ),
        x=alt.X("change:Q", title=tr("change, points"), scale=span, axis=_whole(alt)),
    )
    ways = alt.Scale(domain=["up", "down"], range=[BLUE, VERMILION])
    bars = base.mark_bar(height={"band": 0.7}).encode(
        color=alt.Color("way:N", scale=ways, legend=None)
    )
    zero = alt.Chart(alt.Data(values=[{"x": 0}])).mark_rule(color=GREY).encode(x="x:Q")
    chart = bars + _beside(base, "up", "left", 5) + _beside(base, "down", "right", -5) + zero
    chart = chart.properties(height=max(22 * len(values), 60))
    about = tr("of {number} players whose rating changes", number=c.changed)
    return _styled(chart, tr("Largest changes"), about)


def _beside(base: Chart, way: str, align: str, dx: int) -> Chart:
    """Both ratings, written at the end of the bars that go one way."""
    text = base.mark_text(align=align, dx=dx, baseline="middle", fontSize=11, color="#333")
    return text.encode(text="shown:N").transform_filter(f"datum.way == '{way}'")


def inflation(answer: WhatIf) -> Chart:
    """The mean rating over time."""
    alt = plotting("altair")

    values = [
        {"world": world, "day": level.day.isoformat(), "mean": round(level.mean, 3)}
        for world, levels in zip(_named(), answer.levels, strict=True)
        for level in levels
    ]
    colour, dash = _worlds(alt)
    chart = (
        alt.Chart(alt.Data(values=values))
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X(
                "day:T",
                title=tr("list"),
                axis=alt.Axis(format="%Y-%m", labelOverlap=True, tickCount=8),
            ),
            y=alt.Y(
                "mean:Q",
                title=tr("mean rating, points"),
                scale=alt.Scale(zero=False),
                axis=_whole(alt),
            ),
            color=colour,
            strokeDash=dash,
        )
    )
    return _styled(chart, tr("Inflation"), tr("mean rating of the active players on each list"))


def sweep_plot(table: Table, axes: Sequence[str], measure: str) -> Chart:
    """The measure of a sweep against the value, a line for each combination of other axes; and the rules in force."""
    alt = plotting("altair")

    along, others = _longest_first(table, axes)
    rows = [row for row in table.rows if row[measure] is not None]
    order = sorted({str(row[along]) for row in rows}, key=_as_value)
    numbers = all(_as_value(value)[0] == 0 for value in order)
    values = [
        {
            "value": float(row[along]) if numbers else row[along],
            "measure": float(row[measure]),
            "with": ", ".join(f"{name}={row[name]}" for name in others),
        }
        for row in rows
    ]
    if numbers and len(order) <= MOST_MARKS:
        marks = [float(value) for value in order]
    else:
        marks = alt.Undefined
    number = alt.X(
        "value:Q",
        title=along,
        scale=alt.Scale(zero=False),
        axis=alt.Axis(format="~f", values=marks),
    )
    word = alt.X("value:N", title=along, sort=order, axis=alt.Axis(labelAngle=0))
    lines = alt.Chart(alt.Data(values=values)).mark_line(point=True, strokeWidth=2)
    chart = lines.encode(
        x=number if numbers else word,
        y=alt.Y("measure:Q", title=heading(measure), scale=alt.Scale(zero=False)),
        color=alt.Color("with:N", sort=None) if others else alt.value(BLUE),
        strokeDash=alt.StrokeDash("with:N", sort=None) if others else alt.Undefined,
    )
    in_force = next((row.get(f"{measure}_before") for row in rows), None)
    about = tr("{number} combinations", number=len(values))
    if in_force is not None:
        about = tr(
            "{number} combinations; the grey line: the rules in force, {value}",
            number=len(values),
            value=in_force,
        )
    if in_force is not None:
        rule = alt.Chart(alt.Data(values=[{"measure": float(in_force)}])).mark_rule(
            color=GREY, strokeDash=[3, 3]
        )
        chart = rule.encode(y="measure:Q") + chart
    return _styled(
        chart, tr("{measure} against {parameter}", measure=heading(measure), parameter=along), about
    )


def _longest_first(table: Table, axes: Sequence[str]) -> tuple[str, list[str]]:
    """The axis with most values, and the others."""
    counts = {name: len(set(table.column(name))) for name in axes}
    along = max(axes, key=lambda name: counts[name])
    return along, [name for name in axes if name != along]


def _as_value(text: Any) -> tuple[int, float, str]:
    """Numbers in their order, then words."""
    try:
        return 0, float(text), ""
    except ValueError:
        return 1, 0.0, str(text)


def _whole(alt: ModuleType) -> Chart:
    """Ratings are written without thousands separators."""
    return alt.Axis(format="~f")


PLOTS: dict[str, tuple[str, Callable[[WhatIf], Chart]]] = {
    "distribution": (say("Rating distributions before and after"), distribution),
    "calibration": (say("Expected and actual scores"), calibration),
    "movers": (say("The largest changes"), movers),
    "inflation": (say("The mean rating over time"), inflation),
}
