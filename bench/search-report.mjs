import { BYTES } from './search-corpus.mjs';

/** Renders the measurements of bench/search.mjs as text. */
export function renderSearch(report) {
  return Object.entries(report)
    .map(([kind, result]) => page(kind, result))
    .join('\n\n');
}

function page(kind, result) {
  const { files, sections, reference, requestsWhileIndexing: meanwhile } = result;
  const lines = [
    `${kind}: ${files} files of ${BYTES} bytes, ${sections} sections`,
    `  written ${result.writtenPerSecond} a second, written and indexed ${result.writtenAndIndexedPerSecond}, indexed alone ${result.indexedPerSecond}`,
  ];
  if (result.embeddedPerSecond !== null)
    lines.push(`  ${result.embeddedPerSecond} sections embedded a second`);
  if (meanwhile)
    lines.push(
      `  a list of tasks while indexing, ms: p50${ms(meanwhile.p50)} p95${ms(meanwhile.p95)}`,
    );
  const columns = ['p50', 'p95', 'max', 'server CPU', 'p50 to the reference'];
  lines.push(`  ${'ms'.padEnd(WHAT)}${columns.map((column) => column.padStart(10)).join('')}`);
  const row = (what, times, compared) =>
    `    ${what.padEnd(WHAT - 2)}${ms(times.p50)}${ms(times.p95)}${ms(times.max)}${ms(times.cpu)}${compared}`;
  lines.push(row('the reference: one of the files, read', reference, ''));
  for (const [what, times] of Object.entries(result.searches))
    lines.push(row(what, times, `${(times.p50 / reference.p50).toFixed(1).padStart(22)}`));
  return lines.join('\n');
}

const WHAT = 52;

function ms(value) {
  return value.toFixed(1).padStart(10);
}
