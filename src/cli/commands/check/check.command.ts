import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function checkCommand(): Command {
  return new Command('check')
    .description('Check meta-tasks without running them: definition, script, types, schemas.')
    .argument('[paths...]', 'folders with a metatask.yaml, or scripts', ['.'])
    .option('--all', 'check all meta-tasks at and below the paths')
    .option('--strict', 'fail on warnings as well')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 no errors, 1 errors found, 2 the check could not be carried out.\n' +
        examples([
          ['metarun check', 'checks the meta-task of this folder, or those below it'],
          ['metarun check reports/daily', 'checks one folder'],
          ['metarun check --all --strict', 'checks everything before a commit, or in CI'],
        ]),
    )
    .action(async (paths: string[], options: { all?: boolean; strict?: boolean; json?: boolean }) =>
      (await import('./check.action.js')).runCheck(paths, options),
    );
}
