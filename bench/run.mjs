// Runs a benchmark: `npm run bench [-- <name> [options]]`, by default `tasks`. `--json` prints JSON; `--quick`, where
// available, only shows that the measurements work. Benchmarks communicate only with this machine.
import { fileURLToPath } from 'node:url';

const NAMES = [
  'agents',
  'cli',
  'conversion',
  'documents',
  'images',
  'mcp',
  'memories',
  'pdf',
  'rate',
  'roles',
  'search',
  'servers',
  'tasks',
  'ui',
];

const [first, ...rest] = process.argv.slice(2);
const isNamed = first !== undefined && !first.startsWith('-');
const name = isNamed ? first : 'tasks';
if (!NAMES.includes(name)) {
  console.error(`metarun: no benchmark "${name}"; there are ${NAMES.join(', ')}`);
  process.exit(2);
}
const program = new URL(`${name}.mjs`, import.meta.url);
process.argv.splice(
  1,
  Infinity,
  fileURLToPath(program),
  ...(isNamed ? rest : process.argv.slice(2)),
);
await import(program.href);
