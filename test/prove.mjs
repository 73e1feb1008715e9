// `npm run test:all -- prove`: tries the conformance and the adversarial suite in the best sandbox that works here, and again
// without bubblewrap, and what depends on messages between servers on pairs of them, whose bus loses, doubles and delays what it
// carries, and odd requests that other runs do not make. Prints what each case has shown. Exit code 1 unless all hold.
//   --json         one JSON document on standard output instead of the tables
//   --user <name>  as this user; takes root
import { randomInt } from 'node:crypto';
import { runTests, sendCounts, testTable } from './support/jest-tests.mjs';
import { formatTables } from './support/record-tables.mjs';
import { readOptions, Suites, describePlace } from './support/suite-command.mjs';

/** Jest's project of hostile scripts for the best sandbox, and for the one without bubblewrap. */
const BEST = { sandbox: '', hostile: 'adversarial' };
const NAMESPACES = { sandbox: 'namespaces', hostile: 'adversarial-namespaces' };

const { json, user } = readOptions({ json: { type: 'boolean' }, user: { type: 'string' } });
const suites = new Suites(user);
const runs = [await prove(BEST)];
// Where bubblewrap does not work the best is already the one without it.
if (runs[0].sandbox === 'bubblewrap') runs.push(await prove(NAMESPACES));
const pairs = await runTests(['pairs'], [], { TEST_SIZE: 'whole' });
const seed = String(randomInt(2 ** 31));
const odd = await runTests(['sqlite'], ['--', 'http-fuzz', 'mcp-hostile'], {
  TEST_SIZE: 'whole',
  FUZZ_SEED: seed,
  FUZZ_COUNT: '20000',
  MCP_SEED: seed,
});
const ok = [...runs, pairs, odd].every((run) => run.ok);
if (json) console.log(JSON.stringify({ ok, runs, pairs, odd }, null, 2));
else {
  for (const run of runs) console.log(formatReport(run));
  console.log(`\nPairs of servers:\n${testTable(pairs.tests, 'behaviour')}`);
  console.log(`\nOdd requests:\n${testTable(odd.tests, 'requests')}`);
}
sendCounts([
  ...runs.flatMap(({ conformance, adversarial }) => [...conformance, ...adversarial]),
  ...[pairs, odd].flatMap(({ tests }) => tests.filter(({ skipped }) => !skipped)),
]);
process.exitCode = ok ? 0 : 1;

/** Runs both suites once, one after the other, and each hostile script by itself. */
async function prove({ sandbox, hostile }) {
  const only = (project) =>
    suites.run(sandbox, ['--maxWorkers=2', '--selectProjects', project], {
      ATTACKS_ALONE: 'yes',
      TEST_SIZE: 'whole',
    });
  const { rows: conformance, ok } = await only('conformance');
  const { rows: adversarial, ...run } = await only(hostile);
  return { ...run, ok: ok && run.ok, conformance, adversarial };
}

function formatReport(run) {
  const tables = formatTables([...run.conformance, ...run.adversarial]);
  const where = describePlace(run);
  return `\n${where}:\n${tables}\n${where}: ${run.ok ? 'all hold' : 'NOT all hold'}`;
}
