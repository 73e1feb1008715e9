import { Command, Option } from 'commander';
import { SCRIPT_LANGUAGES } from '../../../base/languages/index.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';
import type { NewOptions } from './new.action.js';

export function newCommand(): Command {
  return new Command('new')
    .description(
      'Create a meta-task from a template, with supporting files for editors and assistants.',
    )
    .argument('[name]', 'name, such as "Weekly sales" or weekly-sales')
    .option('-t, --template <template>', 'template to start from, as listed by `metarun templates`')
    .addOption(
      new Option('-l, --language <language>', 'language of the script').choices([
        ...SCRIPT_LANGUAGES,
      ]),
    )
    .option('-f, --folder <folder>', 'target folder (default: a folder named by its identifier)')
    .option('-y, --yes', 'ask nothing; default to hello and python')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun new', 'asks for the name, the template and the language'],
        ['metarun new "Weekly sales" --template csv-report --language typescript', 'asks nothing'],
        [
          'metarun new nightly -t scheduled-report --folder jobs/nightly',
          'creates a folder with that path',
        ],
        ['metarun new greeter --yes --json', 'prints JSON for a program'],
      ]),
    )
    .action(async (name: string | undefined, options: NewOptions) =>
      (await import('./new.action.js')).runNew(name, options),
    );
}
