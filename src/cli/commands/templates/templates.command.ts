import { Command } from 'commander';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function templatesCommand(): Command {
  return new Command('templates')
    .description('List the templates of `metarun new`.')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['metarun templates', 'lists names, languages and subjects'],
        ['metarun new --template http-sync', 'starts from one of them'],
      ]),
    )
    .action(async (options: { json?: boolean }) =>
      (await import('./templates.action.js')).runTemplates(options),
    );
}
