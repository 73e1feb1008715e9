import { Command, InvalidArgumentError } from 'commander';
import type { TestOptions } from './test.action.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

/** After which a run is ended, in seconds. */
const TIMEOUT_SECONDS = 60;

export function testCommand(): Command {
  return new Command('test')
    .description('Run the tests of meta-tasks: cases/*.yaml, and test files.')
    .argument('[paths...]', 'folders, scripts, case files or test files; this folder without them')
    .option('-j, --jobs <number>', 'tests that run at the same time', whole)
    .option('-f, --filter <text>', 'only those whose name, file or meta-task has it')
    .option('--bail', 'begin no more once one has failed')
    .option('--update', 'write what came of it into the cases that differ')
    .option('-w, --watch', 'run them again whenever a file is saved')
    .option('--timeout <seconds>', 'end a run that takes longer', seconds, TIMEOUT_SECONDS)
    .option('--junit <file>', 'write JUnit XML as well, for CI')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 all passed, 1 some failed or there are none, 2 a case or metatask.yaml cannot be read.\n' +
        examples([
          ['metarun test', 'all tests below this folder'],
          ['metarun test hello --filter greets', 'some of one meta-task'],
          ['metarun test hello/cases/greets.yaml --update', 'and takes what came of it for right'],
          ['metarun test --junit results.xml', 'in CI'],
        ]),
    )
    .action(async (paths: string[], options: TestOptions) =>
      (await import('./test.action.js')).runTest(paths, options),
    );
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 64)
    throw new InvalidArgumentError('A whole number from 1 to 64.');
  return value;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 86_400))
    throw new InvalidArgumentError('A number of seconds above 0, at most 86400.');
  return value;
}
