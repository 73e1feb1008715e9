// Measures isolated-vm alone, as a child process of bench/reference.mjs with --no-node-snapshot. Prints JSON.
import { readFileSync } from 'node:fs';
import ivm from 'isolated-vm';

const MEMORY_MB = 256;
const WARM_UP = 20;
const count = Number(process.argv[2]);
const bootstrap = new URL('../dist/runtimes/typescript/bootstrap.js', import.meta.url);
const code = readFileSync(bootstrap, 'utf8');
const snapshot = ivm.Isolate.createSnapshot([{ code, filename: 'bootstrap.js' }]);

async function once(options) {
  const began = performance.now();
  const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MB, ...options });
  const context = await isolate.createContext();
  await context.eval('(function run() { return null; })()');
  isolate.dispose();
  return performance.now() - began;
}

/** Number of runs for which an isolate is kept, as in the runner. */
const KEPT_RUNS = 25;
let kept = null;
let runs = 0;

/** Measures a run in a new context of a kept isolate, including its occasional replacement. */
async function onceInKept() {
  const began = performance.now();
  if (kept === null || runs === KEPT_RUNS) {
    kept?.dispose();
    kept = new ivm.Isolate({ memoryLimit: MEMORY_MB, snapshot });
    runs = 0;
  }
  runs += 1;
  const context = await kept.createContext();
  await context.eval('(function run() { return null; })()');
  context.release();
  return performance.now() - began;
}

async function times(measure) {
  const all = [];
  for (let index = 0; index < WARM_UP + count; index += 1) all.push(await measure());
  return all.slice(WARM_UP);
}

const bare = await times(() => once({}));
const fresh = await times(() => once({ snapshot }));
console.log(JSON.stringify({ bare, snapshot: fresh, kept: await times(onceInKept) }));
