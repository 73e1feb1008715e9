// `npm run bench:pdf -- <PDF>... [--rounds n] [--json]`: what the converter costs beside the engines that it uses, and beside
// pdftotext where that is installed. Each has a process of its own, and they take turns, so that what else the machine does meets
// all of them. Prints of each the best time of the processor and of the clock, pages a second by the processor, and the peak memory.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  console.error('usage: npm run bench:pdf -- <PDF>... [--rounds n] [--json]');
  process.exit(1);
}

/** Conversions within one process: the first one compiles, the best one counts. */
const TIMES = 3;
const load = createRequire(import.meta.url);

/** What an engine makes of a document by itself: its text, or nothing. */
const ENGINES = {
  metarun: async () => {
    const { convert } = await import('@metarun/document-converter');
    return async (bytes) => (await convert(bytes, { name: 'a.pdf' })).markdown;
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

async function runEngine(name, file) {
  const bytes = readFileSync(file);
  const convert = await ENGINES[name]();
  const best = { cpuMs: Infinity, ms: Infinity };
  for (let time = 0; time < TIMES; time += 1) {
    const [cpu, began] = [process.cpuUsage(), performance.now()];
    await convert(bytes);
    const { user, system } = process.cpuUsage(cpu);
    best.cpuMs = Math.min(best.cpuMs, (user + system) / 1000);
    best.ms = Math.min(best.ms, performance.now() - began);
  }
  return { ...best, peakMib: process.resourceUsage().maxRSS / 1024 };
}

/** Returns undefined if it is not installed. */
function runPdftotext(file) {
  const began = performance.now();
  try {
    const script = 'TIMEFORMAT="%U %S"; time pdftotext -layout "$1" /dev/null 2>/dev/null';
    const out = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', file]).toString();
    const [user, system] = out.trim().split(' ').map(Number);
    return { cpuMs: (user + system) * 1000, ms: performance.now() - began };
  } catch {
    return undefined;
  }
}

async function pagesOf(file) {
  const { detectPdf } = load('@firecrawl/pdf-inspector');
  return detectPdf(readFileSync(file)).pageCount;
}

async function compare(file) {
  const best = {};
  for (let round = 0; round < Number(flags.rounds); round += 1)
    for (const name of [...Object.keys(ENGINES), 'pdftotext']) {
      const found =
        name === 'pdftotext'
          ? runPdftotext(file)
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
  const pages = await pagesOf(file);
  const round = (value) => Math.round(value * 10) / 10;
  const engines = Object.entries(best).map(([name, { cpuMs, ms, peakMib }]) => ({
    name,
    cpuMs: round(cpuMs),
    ms: round(ms),
    pagesPerSecond: round((pages / cpuMs) * 1000),
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
    console.log(`${file}: ${report.pages} pages`);
    for (const { name, cpuMs, ms, pagesPerSecond, peakMib } of report.engines)
      console.log(
        `  ${name.padEnd(14)}${String(cpuMs).padStart(9)} ms of the processor${String(ms).padStart(10)} ms${String(pagesPerSecond).padStart(9)} pages/s${peakMib === undefined ? '' : `${peakMib} MiB`.padStart(10)}`,
      );
  }
  if (flags.json) console.log(JSON.stringify(reports, null, 2));
}
