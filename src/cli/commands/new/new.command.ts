import { Command, Option } from 'commander';
import { SCRIPT_LANGUAGES } from '../../../base/languages/index.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';
import type { NewOptions } from './new.action.js';

export function newCommand(): Command {
  return new Command('new')
    .description('Make a meta-task of a template, and what editors and assistants need around it.')
    .argument('[name]', 'such as "Weekly sales" or weekly-sales')
    .option('-t, --template <template>', 'what to start from; `metarun templates` lists them')
    .addOption(
      new Option('-l, --language <language>', 'of the script').choices([...SCRIPT_LANGUAGES]),
    )
    .option('-f, --folder <folder>', 'where it goes; by default a folder of its identifier')
    .option('-y, --yes', 'ask nothing: hello and python where nothing else is said')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun new', 'asks for the name, the template and the language'],
        ['metarun new "Weekly sales" --template csv-report --language typescript', 'asks nothing'],
        [
          'metarun new nightly -t scheduled-report --folder jobs/nightly',
          'into a folder of that path',
        ],
        ['metarun new greeter --yes --json', 'for a program'],
      ]),
    )
    .action(async (name: string | undefined, options: NewOptions) =>
      (await import('./new.action.js')).runNew(name, options),
    );
}
