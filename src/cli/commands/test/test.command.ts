import { Command, InvalidArgumentError } from 'commander';
import type { TestOptions } from './test.action.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

/** Default time limit of a run, in seconds. */
const TIMEOUT_SECONDS = 60;

export function testCommand(): Command {
  return new Command('test')
    .description('Run the tests of meta-tasks: cases/*.yaml, and test files.')
    .argument('[paths...]', 'folders, scripts, case files or test files (default: this folder)')
    .option('-j, --jobs <number>', 'number of tests that run at the same time', whole)
    .option('-f, --filter <text>', 'only tests whose name, file or meta-task contains this text')
    .option('--bail', 'stop starting tests after a failure')
    .option('--update', 'update differing cases with the actual outcome')
    .option('-w, --watch', 'run the tests again whenever a file is saved')
    .option('--timeout <seconds>', 'time limit of a run', seconds, TIMEOUT_SECONDS)
    .option('--junit <file>', 'file for an additional JUnit XML report, for CI')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 all passed, 1 some failed or there are none, 2 a case or metatask.yaml cannot be read.\n' +
        examples([
          ['metarun test', 'runs all tests below this folder'],
          ['metarun test hello --filter greets', 'runs some tests of one meta-task'],
          [
            'metarun test hello/cases/greets.yaml --update',
            'accepts the actual outcome as expected',
          ],
          ['metarun test --junit results.xml', 'writes a report in CI'],
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
