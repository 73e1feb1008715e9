"""Checks and cleans a CSV file of sales, and writes a report of it in Markdown, with a chart."""

import csv
import io
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Collection, Iterable, NamedTuple

from chart import bar_chart
from metarun import Reporter

COLUMNS = ("order_id", "date", "region", "product", "quantity", "unit_price")
CENT = Decimal("0.01")


@dataclass
class Params:
    """Which file to report on."""

    input: str = "/sales.csv"
    """Path of the CSV file in the workspace."""
    max_bad_rows: int = 0
    """The task fails when more rows than this are wrong."""


class Sale(NamedTuple):
    order_id: str
    day: date
    region: str
    product: str
    quantity: int
    unit_price: Decimal

    @property
    def total(self) -> Decimal:
        return self.quantity * self.unit_price


class BadRow(NamedTuple):
    line: int
    reason: str


class Region(NamedTuple):
    name: str
    orders: int
    revenue: Decimal


def run(params: Params, reporter: Reporter):
    source = params.input

    reporter.set_phase("Reading")
    content = reporter.files.read(source)
    if isinstance(content, bytes):
        raise ValueError(f"{source} is not UTF-8 text")
    rows = csv.DictReader(io.StringIO(content, newline=""))
    missing = [column for column in COLUMNS if column not in (rows.fieldnames or [])]
    if missing:
        raise ValueError(f"{source} has no column {', '.join(missing)}")

    reporter.set_phase("Checking")
    lines = max(1, content.count("\n"))
    sales: dict[str, Sale] = {}
    bad: list[BadRow] = []
    duplicates = 0
    for row in rows:
        reporter.set_progress(min(90, 90 * rows.line_num / lines))
        try:
            sale = parse(row)
        except ValueError as error:
            bad.append(BadRow(rows.line_num, str(error)))
            reporter.log(f"{source}:{rows.line_num}: {error}", level="warning")
            continue
        earlier = sales.setdefault(sale.order_id, sale)
        if earlier is not sale and earlier == sale:
            duplicates += 1
        elif earlier is not sale:
            bad.append(BadRow(rows.line_num, f"order {sale.order_id} is there twice, and differs"))
    if len(bad) > params.max_bad_rows:
        first = bad[0]
        raise ValueError(
            f"{len(bad)} rows of {source} are wrong, {params.max_bad_rows} are allowed;"
            f" the first is line {first.line}: {first.reason}"
        )

    reporter.set_phase("Writing")
    cleaned = reporter.files.write("/clean/sales.csv", as_csv(sales.values()))
    regions = by_region(sales.values())
    report = reporter.files.write("/reports/sales.md", as_markdown(source, sales.values(), regions, bad))
    bars = [(region.name, region.revenue) for region in regions]
    chart = reporter.files.write("/reports/sales.svg", bar_chart("Revenue by region", bars))
    reporter.set_progress(100)
    return {
        "sales": len(sales),
        "bad_rows": [bad_row._asdict() for bad_row in bad],
        "duplicates": duplicates,
        "revenue": str(revenue(sales.values())),
        "files": [cleaned["path"], report["path"], chart["path"]],
    }


def parse(row: dict) -> Sale:
    """One sale of one row. Raises ValueError, which names the column."""
    text = {column: (row[column] or "").strip() for column in COLUMNS}
    empty = [column for column in COLUMNS if text[column] == ""]
    if empty:
        raise ValueError(f"{empty[0]} is empty")
    try:
        day = date.fromisoformat(text["date"])
    except ValueError:
        raise ValueError(f"date: {text['date']!r} is not a date such as 2026-01-31") from None
    if not (text["quantity"].isascii() and text["quantity"].isdigit()):
        raise ValueError(f"quantity: {text['quantity']!r} is not a whole number")
    try:
        price = Decimal(text["unit_price"]).quantize(CENT)
    except InvalidOperation:
        raise ValueError(f"unit_price: {text['unit_price']!r} is not an amount") from None
    if price < 0:
        raise ValueError(f"unit_price: {text['unit_price']} is negative")
    return Sale(
        text["order_id"], day, text["region"].title(), text["product"], int(text["quantity"]), price
    )


def as_csv(sales: Iterable[Sale]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(sales)
    return out.getvalue()


def by_region(sales: Iterable[Sale]) -> list[Region]:
    groups: dict[str, list[Sale]] = defaultdict(list)
    for sale in sales:
        groups[sale.region].append(sale)
    regions = [Region(name, len(group), revenue(group)) for name, group in groups.items()]
    return sorted(regions, key=lambda region: (-region.revenue, region.name))


def as_markdown(source: str, sales: Collection[Sale], regions: list[Region], bad: list[BadRow]) -> str:
    lines = [f"# Sales of {source}", ""]
    if sales:
        days = sorted(sale.day for sale in sales)
        lines += [f"{len(sales)} orders from {days[0]} to {days[-1]}.", ""]
        lines += ["![Revenue by region](sales.svg)", ""]
    lines += ["| region | orders | revenue |", "| ------ | -----: | ------: |"]
    lines += [f"| {cell(name)} | {orders} | {total} |" for name, orders, total in regions]
    lines.append(f"| **all** | {len(sales)} | {revenue(sales)} |")
    if bad:
        lines += ["", "## Rows left out", ""]
        lines += [f"- line {row.line}: {row.reason}" for row in bad]
    return "\n".join(lines) + "\n"


def revenue(sales: Iterable[Sale]) -> Decimal:
    return sum((sale.total for sale in sales), Decimal("0.00"))


def cell(text: str) -> str:
    return text.replace("|", "\\|")
