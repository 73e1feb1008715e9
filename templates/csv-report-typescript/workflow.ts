import type { Reporter } from 'metarun/workflow';
import { barChart } from './chart.ts';
import { type CsvRow, readCsv, writeCsv } from './csv.ts';

const COLUMNS = ['order_id', 'date', 'region', 'product', 'quantity', 'unit_price'] as const;
type Column = (typeof COLUMNS)[number];

/** Which file to report on. */
interface Params {
  /**
   * Path of the CSV file in the workspace.
   * @default "/sales.csv"
   */
  input?: string;
  /**
   * The task fails when more rows than this are wrong.
   * @integer
   * @minimum 0
   * @default 0
   */
  max_bad_rows?: number;
}

interface Sale {
  orderId: string;
  day: string;
  region: string;
  product: string;
  quantity: number;
  /** In cents, so that sums are exact. */
  unitPrice: number;
}

interface BadRow {
  line: number;
  reason: string;
}

interface Region {
  name: string;
  orders: number;
  /** In cents. */
  revenue: number;
}

export default async function run(params: Params, reporter: Reporter) {
  const { input = '/sales.csv', max_bad_rows: maxBadRows = 0 } = params;

  reporter.setPhase('Reading');
  const content = await reporter.files.read(input);
  if (typeof content !== 'string') throw new Error(`${input} is not UTF-8 text`);
  const { columns, rows } = readCsv(content);
  const missing = COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new Error(`${input} has no column ${missing.join(', ')}`);

  reporter.setPhase('Checking');
  const sales = new Map<string, Sale>();
  const bad: BadRow[] = [];
  let duplicates = 0;
  for (const [index, row] of rows.entries()) {
    reporter.setProgress((90 * (index + 1)) / rows.length);
    const sale = parse(row);
    if (typeof sale === 'string') {
      bad.push({ line: row.line, reason: sale });
      reporter.log(`${input}:${row.line}: ${sale}`, 'warning');
      continue;
    }
    const earlier = sales.get(sale.orderId);
    if (earlier === undefined) sales.set(sale.orderId, sale);
    else if (JSON.stringify(earlier) === JSON.stringify(sale)) duplicates += 1;
    else bad.push({ line: row.line, reason: `order ${sale.orderId} is there twice, and differs` });
  }
  const [first] = bad;
  if (first && bad.length > maxBadRows)
    throw new Error(
      `${bad.length} rows of ${input} are wrong, ${maxBadRows} are allowed; ` +
        `the first is line ${first.line}: ${first.reason}`,
    );

  reporter.setPhase('Writing');
  const all = [...sales.values()];
  const cleaned = await reporter.files.write('/clean/sales.csv', asCsv(all));
  const regions = byRegion(all);
  const text = asMarkdown(input, all, regions, bad);
  const report = await reporter.files.write('/reports/sales.md', text);
  const bars = regions.map(({ name, revenue: value }) => ({ name, value, label: amount(value) }));
  const svg = barChart('Revenue by region', bars);
  const chart = await reporter.files.write('/reports/sales.svg', svg);
  reporter.setProgress(100);
  return {
    sales: all.length,
    bad_rows: bad,
    duplicates,
    revenue: amount(revenue(all)),
    files: [cleaned.path, report.path, chart.path],
  };
}

/** One sale of one row, or what is wrong with the row. */
function parse({ values }: CsvRow): Sale | string {
  const text = (column: Column) => (values[column] ?? '').trim();
  const empty = COLUMNS.find((column) => text(column) === '');
  if (empty !== undefined) return `${empty} is empty`;
  const [day, quantity, price] = [text('date'), text('quantity'), text('unit_price')];
  if (!isDay(day)) return `date: '${day}' is not a date such as 2026-01-31`;
  if (!/^\d+$/.test(quantity)) return `quantity: '${quantity}' is not a whole number`;
  if (price.startsWith('-')) return `unit_price: ${price} is negative`;
  if (!/^\d+(\.\d{1,2})?$/.test(price)) return `unit_price: '${price}' is not an amount`;
  return {
    orderId: text('order_id'),
    day,
    region: titled(text('region')),
    product: text('product'),
    quantity: Number(quantity),
    unitPrice: Math.round(Number(price) * 100),
  };
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text.length === 10;
}

function titled(text: string): string {
  return text.toLowerCase().replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase());
}

function asCsv(sales: readonly Sale[]): string {
  return writeCsv([
    COLUMNS,
    ...sales.map((sale) => [
      sale.orderId,
      sale.day,
      sale.region,
      sale.product,
      sale.quantity,
      amount(sale.unitPrice),
    ]),
  ]);
}

function byRegion(sales: readonly Sale[]): Region[] {
  return Object.entries(Object.groupBy(sales, ({ region }) => region))
    .map(([name, group = []]) => ({ name, orders: group.length, revenue: revenue(group) }))
    .sort((a, b) => b.revenue - a.revenue || (a.name < b.name ? -1 : 1));
}

function asMarkdown(
  source: string,
  sales: readonly Sale[],
  regions: readonly Region[],
  bad: readonly BadRow[],
): string {
  const days = sales.map(({ day }) => day).sort();
  const lines = [`# Sales of ${source}`, ''];
  if (days.length > 0) {
    lines.push(`${sales.length} orders from ${days[0]} to ${days.at(-1)}.`, '');
    lines.push('![Revenue by region](sales.svg)', '');
  }
  lines.push('| region | orders | revenue |', '| ------ | -----: | ------: |');
  for (const { name, orders, revenue: total } of regions)
    lines.push(`| ${name.replaceAll('|', '\\|')} | ${orders} | ${amount(total)} |`);
  lines.push(`| **all** | ${sales.length} | ${amount(revenue(sales))} |`);
  if (bad.length > 0) lines.push('', '## Rows left out', '');
  lines.push(...bad.map(({ line, reason }) => `- line ${line}: ${reason}`));
  return `${lines.join('\n')}\n`;
}

function revenue(sales: readonly Sale[]): number {
  return sales.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
}

function amount(cents: number): string {
  return (cents / 100).toFixed(2);
}
