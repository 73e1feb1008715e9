import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function checkCommand(): Command {
  return new Command('check')
    .description('Check meta-tasks without running them: definition, script, types, schemas.')
    .argument('[paths...]', 'folders with a metatask.yaml, or scripts', ['.'])
    .option('--all', 'all meta-tasks at and below the paths')
    .option('--strict', 'warnings fail it as well')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing is wrong, 1 something is, 2 it cannot be carried out.\n' +
        examples([
          ['metarun check', 'the meta-task of this folder, or those below it'],
          ['metarun check reports/daily', 'one folder'],
          ['metarun check --all --strict', 'before a commit, or in CI'],
        ]),
    )
    .action(async (paths: string[], options: { all?: boolean; strict?: boolean; json?: boolean }) =>
      (await import('./check.action.js')).runCheck(paths, options),
    );
}
