import { type Element } from 'domhandler';
import { child, childElements, descendants, localName, xmlText } from '../../input/xml.js';
import { readParagraphs, rawText } from './comments.js';
import { type Inline, text } from '../../tree.js';

/**
 * Returns the text of a chart: its title, its axes, and each series with the cells of its values. Values outside of
 * the workbook are written out.
 * @param over texts of shapes above the chart
 */
export function chartText(chart: Element, alt: string, over: readonly string[]): Inline[] {
  const title = readTitle(descendants(chart, 'title')[0]) || alt;
  const axes = listChildElements(descendants(chart, 'plotArea')[0])
    .map((each) => readTitle(child(each, 'title')))
    .filter((each) => each !== '');
  const titles = [...descendants(chart, 'title'), ...descendants(chart, 'tx').filter(isOfSeries)];
  const others = textsBut(chart, new Set(titles));
  const lines = [
    ...(title === '' ? [] : [title]),
    ...(alt === '' || title.includes(alt) ? [] : [alt]),
    ...(axes.length === 0 ? [] : [`Axes: ${axes.join(', ')}`]),
    ...[...descendants(chart, 'ser'), ...descendants(chart, 'series')].map(seriesText),
    ...others,
    ...over,
  ];
  return lines.flatMap((line, index): Inline[] => [
    ...(index === 0 ? [] : [{ kind: 'break' } as const]),
    text(line),
  ]);
}

function isOfSeries({ parent }: Element): boolean {
  return parent !== null && 'name' in parent && /^(?:\w+:)?ser(?:ies)?$/.test(parent.name);
}

/** Returns the other texts of a chart: labels, names of lines, and text boxes. */
function textsBut(element: Element, but: ReadonlySet<Element>): string[] {
  return childElements(element).flatMap((each) => {
    if (but.has(each)) return [];
    if (localName(each) === 'p' || (localName(each) === 'name' && each.children.length > 0))
      return [descendants(each, 't').map(rawText).join('').trim() || xmlText(each)].filter(Boolean);
    return textsBut(each, but);
  });
}

function listChildElements(element: Element | undefined): Element[] {
  return element === undefined ? [] : childElements(element);
}

/** Returns the text of a title, or the cached text of the cell to which it refers. */
function readTitle(title: Element | undefined): string {
  if (title === undefined) return '';
  const written = readParagraphs(title).join(' ').replaceAll(/\s+/g, ' ').trim();
  return written || cached(title).join(' ');
}

function seriesText(series: Element): string {
  const name = child(series, 'tx');
  const label =
    name === undefined ? '' : cached(name).join(' ') || xmlText(descendants(name, 'v')[0]);
  const values = child(series, 'val') ?? child(series, 'yVal') ?? child(series, 'valDim');
  const cells = values === undefined ? '' : xmlText(descendants(values, 'f')[0]);
  const said = [label, cells].filter((each) => each !== '').join(', ');
  return `Series: ${said}${isOutside(cells) ? pairs(series, values) : ''}`;
}

/** Returns whether values are in another workbook, or only in the chart. */
function isOutside(cells: string): boolean {
  return cells === '' || /^'?\[/.test(cells);
}

function pairs(series: Element, values: Element | undefined): string {
  const labels = child(series, 'cat') ?? child(series, 'xVal');
  const names = labels === undefined ? [] : cached(labels);
  const found = values === undefined ? [] : cached(values);
  if (found.length === 0) return '';
  return `: ${found.map((value, at) => (names[at] === undefined ? value : `${names[at]} = ${value}`)).join('; ')}`;
}

/** Returns a chart's cached cell values in order. */
function cached(element: Element): string[] {
  return descendants(element, 'pt')
    .map((each) => xmlText(childElements(each).find((inner) => localName(inner) === 'v')))
    .filter((value) => value !== '');
}
