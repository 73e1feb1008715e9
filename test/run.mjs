// `npm test`: the gate, which proves a change in minutes; see suites.ts for what belongs to it. With arguments of Jest it runs the
// tests that they choose out of all: `npm test -- engine`, `npm test -- --selectProjects sqlite -t 'cancels a pending task'`.
import { endProvided, runJest } from './support/jest-run.mjs';

/** Arguments that choose no tests. */
const OF_ALL = ['-u', '--updateSnapshot', '--ci', '--verbose', '--listTests', '--json'];

const args = process.argv.slice(2);
if (args.every((arg) => OF_ALL.includes(arg))) process.env.TEST_SUITE = 'gate';
const { code } = await runJest(args);
await endProvided();
process.exit(code);
