// A child process of bench/reference.mjs, started with --no-node-snapshot: times isolated-vm alone. Prints JSON.
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

async function times(options) {
  const all = [];
  for (let index = 0; index < WARM_UP + count; index += 1) all.push(await once(options));
  return all.slice(WARM_UP);
}

console.log(JSON.stringify({ bare: await times({}), snapshot: await times({ snapshot }) }));
