import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, paragraph, tableOfTexts, text } from '../../tree.js';

const MAX_COLUMNS = 1000;

/** Returns a chart: its titles, and its copy of the values as a table; undefined if the document is not a chart. */
export function readChart(root: XmlNode): Block[] | undefined {
  const [chart] = root.descendants('chart').filter((each) => each.child('plot-area') !== undefined);
  if (chart === undefined) return undefined;
  const titles = ['title', 'subtitle'].map((name) => chart.child(name)?.text.trim() ?? '');
  const others = [...chart.descendants('axis'), ...chart.descendants('legend')].map(
    (each) => each.child('title')?.text.trim() ?? '',
  );
  const [title = ''] = titles;
  const rows = (chart.descendants('table')[0]?.descendants('table-row') ?? []).map((row) =>
    row.elements
      .filter(({ name }) => name.endsWith('table-cell'))
      .slice(0, MAX_COLUMNS)
      .map((cell) =>
        cell.elements
          .filter(({ name }) => name === 'p')
          .map((each) => each.text.trim())
          .join(' '),
      ),
  );
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const table: Block[] =
    width === 0
      ? []
      : [tableOfTexts(rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '')))];
  return [
    paragraph(text(title, { bold: true })),
    ...[...titles.slice(1), ...others].filter((each) => each !== '').map((each) => paragraph(each)),
    ...table,
  ];
}
