// Compares the cost of the converter with that of the engines it uses and, if installed, of pdftotext and pandoc:
// `npm run bench -- pdf <document>... [--rounds n] [--json]`. The documents may be PDF or other formats. Each program
// has its own process, and they run in alternation, so that other load affects all of them. Prints, for each, the best
// CPU time and wall-clock time, the pages per second of CPU time, and the peak memory.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: flags, positionals: files } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean' },
    engine: { type: 'string' },
  },
  allowPositionals: true,
});
if (files.length === 0) {
  console.error('usage: npm run bench -- pdf <document>... [--rounds n] [--json]');
  process.exit(1);
}

/**
 * Limits of the conversions in one process: their least and highest number, and the time in ms after which only the
 * least number is completed. The first conversions compile code; the best one counts.
 */
const TIMES = { least: 8, most: 60, ms: 1_000 };
const load = createRequire(import.meta.url);

/** Loaders of the engines. Each returns a function that converts the bytes of a document. */
const ENGINES = {
  metarun: async (file) => {
    const { convert } = await import('@metarun/document-converter');
    return async (bytes) => (await convert(bytes, { name: basename(file) })).markdown;
  },
  anydoc: (file) => {
    const { toMarkdownBytes } = load('@firecrawl/anydoc-linux-x64-gnu');
    return (bytes) => toMarkdownBytes(bytes, readEnding(file));
  },
  LiteParse: () => {
    const { LiteParse } = load('@llamaindex/liteparse');
    const options = { ocrEnabled: false, outputFormat: 'markdown', numWorkers: 1, quiet: true };
    const parser = new LiteParse({ ...options, maxPages: 5000 });
    return async (bytes) => (await parser.parse(bytes)).text;
  },
  'pdf-inspector': () => {
    const { processPdf } = load('@firecrawl/pdf-inspector');
    return (bytes) => processPdf(bytes).markdown;
  },
};

/** Programs that print the text of a document, with the extensions that they read. */
const PROGRAMS = {
  pdftotext: { reads: /^pdf$/, script: 'pdftotext -layout "$1" /dev/null' },
  pandoc: {
    reads: /^(?:docx|odt|rtf|epub|html|fb2|csv|ipynb)$/,
    script: 'pandoc -t gfm -o /dev/null "$1"',
  },
};

function readEnding(file) {
  return extname(file).slice(1).toLowerCase();
}

/** Returns the engines and programs that read a document. */
function enginesFor(file) {
  const ending = readEnding(file);
  const programs = Object.keys(PROGRAMS).filter((name) => PROGRAMS[name].reads.test(ending));
  if (ending === 'pdf') return ['metarun', 'LiteParse', 'pdf-inspector', ...programs];
  return ['metarun', 'anydoc', ...programs];
}

async function runEngine(name, file) {
  const bytes = readFileSync(file);
  const convert = await ENGINES[name](file);
  const best = { cpuMs: Infinity, ms: Infinity };
  const start = performance.now();
  const isMore = (time) => time < TIMES.most && performance.now() - start < TIMES.ms;
  for (let time = 0; time < TIMES.least || isMore(time); time += 1) {
    const [cpu, began] = [process.cpuUsage(), performance.now()];
    await convert(bytes);
    const { user, system } = process.cpuUsage(cpu);
    best.cpuMs = Math.min(best.cpuMs, (user + system) / 1000);
    best.ms = Math.min(best.ms, performance.now() - began);
  }
  return { ...best, peakMib: process.resourceUsage().maxRSS / 1024 };
}

/** Runs a program. Returns undefined if it is not installed. */
function runProgram(name, file) {
  const began = performance.now();
  try {
    execFileSync('which', [name]);
    const script = `TIMEFORMAT="%U %S"; time ${PROGRAMS[name].script} 2>/dev/null`;
    const out = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', file]).toString();
    const [user, system] = out.trim().split(' ').map(Number);
    return { cpuMs: (user + system) * 1000, ms: performance.now() - began };
  } catch {
    return undefined;
  }
}

/** Returns the number of pages; undefined for a format that has no pages until it is printed. */
async function countPages(file) {
  if (readEnding(file) !== 'pdf') return undefined;
  const { detectPdf } = load('@firecrawl/pdf-inspector');
  return detectPdf(readFileSync(file)).pageCount;
}

async function compare(file) {
  const best = {};
  for (let round = 0; round < Number(flags.rounds); round += 1)
    for (const name of enginesFor(file)) {
      const found =
        name in PROGRAMS
          ? runProgram(name, file)
          : JSON.parse(
              execFileSync(process.execPath, [
                fileURLToPath(import.meta.url),
                file,
                '--engine',
                name,
              ]).toString(),
            );
      if (found === undefined) continue;
      const of = (best[name] ??= { cpuMs: Infinity, ms: Infinity });
      of.cpuMs = Math.min(of.cpuMs, found.cpuMs);
      of.ms = Math.min(of.ms, found.ms);
      of.peakMib = Math.max(of.peakMib ?? 0, found.peakMib ?? 0);
    }
  const pages = await countPages(file);
  const round = (value) => Math.round(value * 10) / 10;
  const engines = Object.entries(best).map(([name, { cpuMs, ms, peakMib }]) => ({
    name,
    cpuMs: round(cpuMs),
    ms: round(ms),
    ...(pages !== undefined && { pagesPerSecond: round((pages / cpuMs) * 1000) }),
    ...(peakMib > 0 && { peakMib: Math.round(peakMib) }),
  }));
  return { file, pages, engines };
}

if (flags.engine !== undefined)
  console.log(JSON.stringify(await runEngine(flags.engine, files[0])));
else {
  const reports = [];
  for (const file of files) {
    const report = await compare(file);
    reports.push(report);
    if (flags.json) continue;
    console.log(report.pages === undefined ? file : `${file}: ${report.pages} pages`);
    for (const { name, cpuMs, ms, pagesPerSecond, peakMib } of report.engines)
      console.log(
        `  ${name.padEnd(14)}${String(cpuMs).padStart(9)} ms of the processor${String(ms).padStart(10)} ms${pagesPerSecond === undefined ? '' : `${String(pagesPerSecond).padStart(9)} pages/s`}${peakMib === undefined ? '' : `${peakMib} MiB`.padStart(10)}`,
      );
  }
  if (flags.json) console.log(JSON.stringify(reports, null, 2));
}
