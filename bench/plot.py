"""Small plots as SVG, with nothing but the standard library: panels side by side, each with points over an x axis."""
import dataclasses
import html
import math

WIDTH, HEIGHT = 330, 270
LEFT, RIGHT, TOP, BOTTOM = 58, 16, 34, 46
COLOURS = ("#1f6fb4", "#c2571a", "#3b8a3b")


@dataclasses.dataclass
class Series:
    name: str
    points: list                # (x, y)
    line_only: bool = False     # a law the points are held against


@dataclasses.dataclass
class Panel:
    title: str
    x_label: str
    y_label: str
    series: list
    log_x: bool = False


def nice_step(span, wanted=5):
    """The round number nearest to a fifth of the span from above: 1, 2 or 5 times a power of ten."""
    rough = span / wanted
    power = 10 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)


def linear_ticks(top):
    step = nice_step(top)
    return [index * step for index in range(math.ceil(top / step - 1e-9) + 1)]


def decade_ticks(least, most):
    first = math.floor(math.log10(least))
    return [10.0 ** power for power in range(first, max(math.ceil(math.log10(most)), first + 1) + 1)]


def label(value):
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g} {letter}"
    return f"{value:g}"


class Axes:
    """Maps values to places of one panel; every y axis begins at zero, so that flat looks flat."""

    def __init__(self, panel, left):
        points = [point for series in panel.series for point in series.points]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.log_x, self.left = panel.log_x, left
        self.x_ticks = decade_ticks(min(xs), max(xs)) if panel.log_x else linear_ticks(max(xs))
        self.y_ticks = linear_ticks(max(ys) * 1.02 or 1)

    def x(self, value):
        low, high = self.x_ticks[0], self.x_ticks[-1]
        part = math.log(value / low) / math.log(high / low) if self.log_x else (value - low) / (high - low)
        return self.left + LEFT + part * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return HEIGHT - BOTTOM - value / self.y_ticks[-1] * (HEIGHT - TOP - BOTTOM)


def text(x, y, words, anchor="middle", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{html.escape(words)}</text>'


def grid(axes):
    right, bottom = axes.x(axes.x_ticks[-1]), axes.y(0)
    for tick in axes.y_ticks:
        y = axes.y(tick)
        yield f'<path d="M{axes.left + LEFT} {y:.1f}H{right:.1f}" stroke="#ddd"/>'
        yield text(axes.left + LEFT - 6, y + 4, label(tick), "end")
    for tick in axes.x_ticks:
        x = axes.x(tick)
        yield f'<path d="M{x:.1f} {bottom:.1f}v5" stroke="#444"/>'
        yield text(x, bottom + 17, label(tick))
    yield f'<path d="M{axes.left + LEFT} {TOP}V{bottom:.1f}H{right:.1f}" fill="none" stroke="#444"/>'


def curve(axes, series, colour):
    places = [(axes.x(x), axes.y(y)) for x, y in series.points]
    dashes = ' stroke-dasharray="5 4"' if series.line_only else ""
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5"{dashes}/>'
    if not series.line_only:
        for (x, y), (states, value) in zip(places, series.points):
            yield (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{colour}">'
                   f'<title>{html.escape(f"{states:g}: {value:.4g}")}</title></circle>')


def draw_panel(panel, left):
    axes = Axes(panel, left)
    middle = left + (LEFT + WIDTH - RIGHT) / 2
    yield text(middle, 20, panel.title, extra=' font-weight="bold"')
    yield from grid(axes)
    yield text(middle, HEIGHT - 8, panel.x_label)
    turn = f' transform="rotate(-90 {left + 14} {(TOP + HEIGHT - BOTTOM) / 2})"'
    yield text(left + 14, (TOP + HEIGHT - BOTTOM) / 2, panel.y_label, extra=turn)
    for index, series in enumerate(panel.series):
        colour = COLOURS[index % len(COLOURS)]
        yield from curve(axes, series, colour)
        # Level curves run high above an axis that begins at zero, and growing ones end high: below right there is room.
        place = HEIGHT - BOTTOM - 10 - 15 * (len(panel.series) - 1 - index)
        yield text(left + WIDTH - RIGHT - 6, place, series.name, "end", f' fill="{colour}"')


def svg(panels, description):
    width = WIDTH * len(panels)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" '
             'font-family="sans-serif" font-size="11" fill="#222" role="img">',
             f"<title>{html.escape(description)}</title>", f'<rect width="{width}" height="{HEIGHT}" fill="white"/>']
    for index, panel in enumerate(panels):
        lines += draw_panel(panel, index * WIDTH)
    return "\n".join([*lines, "</svg>"]) + "\n"
