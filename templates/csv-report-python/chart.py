"""A bar chart in SVG, which browsers and Markdown viewers show."""

from decimal import Decimal
from html import escape
from typing import Sequence

ROW = 30
BAR = 300
"""Width of the longest bar, in pixels."""


def bar_chart(title: str, values: Sequence[tuple[str, Decimal]]) -> str:
    top = max([value for _, value in values] + [Decimal(0)]) or Decimal(1)
    height = ROW * (len(values) + 1)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{BAR + 200}" height="{height}" font-family="sans-serif" font-size="13">',
        f'<text x="110" y="20" font-weight="bold">{escape(title)}</text>',
    ]
    for row, (name, value) in enumerate(values, start=1):
        y, width = ROW * row, BAR * max(value, Decimal(0)) / top
        lines.append(f'<text x="100" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        lines.append(f'<rect x="110" y="{y}" width="{width:.1f}" height="20" fill="#4e79a7"/>')
        lines.append(f'<text x="{width + 118:.1f}" y="{y + 15}">{value}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
