// `npm run test:all -- neighbours`: one project works at its own pace while another does all it can to disturb it: each attack of
// test/neighbours, one after the other, in the best sandbox that works here and again without bubblewrap. Prints how long
// the work has waited. Exit code 1 unless nothing waited too long, and all else holds.
//   --json           one JSON document on standard output instead of the tables
//   --only <text>    the attacks alone whose group and name have this text
//   --seconds <n>    how long each goes on; 10 where it is left out
//   --user <name>    as this user; takes root
//   --sandbox <kind> in this sandbox alone: bubblewrap, namespaces or none
import { sendCounts } from './support/jest-tests.mjs';
import { formatTables } from './support/record-tables.mjs';
import { readOptions, refuse, Suites, describePlace } from './support/suite-command.mjs';

const { json, only, seconds, user, sandbox } = readOptions({
  json: { type: 'boolean' },
  only: { type: 'string' },
  seconds: { type: 'string', default: '10' },
  user: { type: 'string' },
  sandbox: { type: 'string' },
});
if (!(Number(seconds) >= 1 && Number(seconds) <= 60)) refuse('--seconds is a number from 1 to 60');
const suites = new Suites(user);
const runs = [await attack(sandbox ?? process.env.METARUN_SANDBOX ?? '')];
// Where bubblewrap does not work, or a sandbox was named, there is no other to be tried.
if (sandbox === undefined && !process.env.METARUN_SANDBOX && runs[0].sandbox === 'bubblewrap')
  runs.push(await attack('namespaces'));
const ok = runs.every((run) => run.ok);
if (json) console.log(JSON.stringify({ ok, runs }, null, 2));
else for (const run of runs) console.log(formatReport(run));
sendCounts(runs.flatMap(({ rows }) => rows));
process.exitCode = ok ? 0 : 1;

function attack(kind) {
  const chosen = only === undefined ? [] : ['--testNamePattern', RegExp.escape(only)];
  return suites.run(kind, ['--selectProjects', 'neighbours', ...chosen], {
    NEIGHBOURS_SECONDS: seconds,
  });
}

function formatReport(run) {
  const { pace = 1 } = run.rows[0] ?? {};
  const where = `${describePlace(run)}, pace ${pace}`;
  const table = formatTables(run.rows);
  return `\n${where}; ms: worst, then p95 during the attack/without one:\n${table}\n${where}: ${run.ok ? 'all hold' : 'NOT all hold'}`;
}
