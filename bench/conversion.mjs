// Measures the quality and speed of conversions to Markdown:
// `npm run bench -- conversion <folder of documents> <vectors> [--json]`. The vectors are
// `{ vectors: [{ file, format, must_include: [text], kinds?: [kind], must_not_include?: [text] }] }`, where `file` is a
// path within the folder and `kinds` classifies each text. Prints, for each format, the share of expected strings, a
// composite score of text and structure (see `computeComposite`) and the time, followed by the peak memory and all missing
// strings. Exits with 1 only if it could not run.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { normalise } from './conversion-text.mjs';

const ROUNDS = 5;
/** Kinds of strings that depend on the structure of a document; all other kinds are text. */
const STRUCTURE = new Set(['heading', 'list', 'tablerow', 'bold', 'code']);
const { values: flags, positionals } = parseArgs({
  options: { json: { type: 'boolean' } },
  allowPositionals: true,
});
const [folder, vectorsFile] = positionals;
if (folder === undefined || vectorsFile === undefined) {
  console.error('usage: npm run bench -- conversion <folder of documents> <vectors> [--json]');
  process.exit(1);
}
const { convert } = await import('@metarun/document-converter');

/** Converts a document several times. Returns its Markdown and the best time in ms. */
async function measure(bytes, name) {
  let best = Infinity;
  let markdown = '';
  let error = null;
  for (let round = 0; round < ROUNDS && error === null; round += 1) {
    const began = performance.now();
    try {
      ({ markdown } = await convert(bytes, { name }));
    } catch (failure) {
      error = String(failure);
    }
    best = Math.min(best, performance.now() - began);
  }
  return { markdown, ms: best, error };
}

/**
 * Returns the mean of the shares of found text and found structure, in percent. If only one kind is expected, its share
 * counts.
 */
function computeComposite({ text, structure }) {
  const shares = [text, structure].filter(({ expected }) => expected > 0);
  const sum = shares.reduce((total, { expected, found }) => total + found / expected, 0);
  return (100 * sum) / Math.max(1, shares.length);
}

const counter = () => ({ expected: 0, found: 0 });
const formats = {};
const failures = [];
for (const vector of JSON.parse(readFileSync(vectorsFile, 'utf8')).vectors) {
  const {
    file,
    format,
    must_include: wanted,
    must_not_include: unwanted = [],
    kinds = [],
  } = vector;
  const { markdown, ms, error } = await measure(readFileSync(join(folder, file)), basename(file));
  const text = normalise(markdown);
  const missing = wanted.filter((string) => !text.includes(normalise(string)));
  const found = unwanted.filter((string) => markdown.includes(string));
  const of = (formats[format] ??= {
    files: 0,
    expected: 0,
    found: 0,
    unwanted: 0,
    ms: 0,
    text: counter(),
    structure: counter(),
  });
  of.files += 1;
  of.expected += wanted.length;
  of.found += wanted.length - missing.length;
  for (const [index, string] of wanted.entries()) {
    const part = of[STRUCTURE.has(kinds[index]) ? 'structure' : 'text'];
    part.expected += 1;
    if (!missing.includes(string)) part.found += 1;
  }
  of.unwanted += found.length;
  of.ms += ms;
  if (missing.length > 0 || found.length > 0 || error !== null)
    failures.push({ file, error, missing, unwanted: found });
}

const sum = (field) => Object.values(formats).reduce((total, each) => total + each[field], 0);
for (const of of Object.values(formats)) of.composite = computeComposite(of);
const sumPart = (part) =>
  Object.values(formats).reduce(
    (total, each) => ({
      expected: total.expected + each[part].expected,
      found: total.found + each[part].found,
    }),
    counter(),
  );
const report = {
  total: {
    files: sum('files'),
    expected: sum('expected'),
    found: sum('found'),
    ms: sum('ms'),
    text: sumPart('text'),
    structure: sumPart('structure'),
  },
  formats,
  peakMib: Math.round(process.resourceUsage().maxRSS / 1024),
  failures,
};
report.total.composite = computeComposite(report.total);
if (flags.json) console.log(JSON.stringify(report, null, 2));
else print(report);

function print({ total, peakMib }) {
  const line = (name, { files, expected, found, composite, ms }) =>
    [
      name.padEnd(8),
      `${files} files`.padStart(10),
      `${found}/${expected}`.padStart(10),
      `${((100 * found) / Math.max(1, expected)).toFixed(1)} %`.padStart(9),
      `composite ${composite.toFixed(1)}`.padStart(17),
      `${(ms / Math.max(1, files)).toFixed(1)} ms each`.padStart(16),
    ].join('');
  for (const name of Object.keys(formats).toSorted()) console.log(line(name, formats[name]));
  console.log(line('all', total));
  console.log(`peak memory ${peakMib} MiB`);
  for (const { file, error, missing, unwanted } of failures) {
    console.log(`\n${file}${error === null ? '' : `: ${error}`}`);
    for (const string of missing) console.log(`  missing: ${string.replaceAll(/\s+/g, ' ')}`);
    for (const string of unwanted) console.log(`  unwanted: ${string}`);
  }
}
