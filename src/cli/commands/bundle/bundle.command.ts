import { Command, Option } from 'commander';
import { type CompileTarget, SCRIPT_ENGINES } from '../../../sandbox/runtime/protocol.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function bundleCommand(): Command {
  return new Command('bundle')
    .description(
      'Make one TypeScript script of a file, the files it imports and their npm packages.',
    )
    .argument('<entry>', 'the file that exports run')
    .option('-o, --out <file>', 'where the script goes; standard output without it')
    .addOption(jsonOption())
    .addOption(
      new Option(
        '--runtime <name>',
        'what is to run it; image = the Node of a container image, which has what is not installed here',
      )
        .choices([...SCRIPT_ENGINES, 'image'])
        .default('isolate'),
    )
    .option('--minify', 'minify it even where it is not too large')
    .addHelpText(
      'after',
      examples([['metarun bundle workflow.ts -o script.js', 'and lists what it consists of']]),
    )
    .action(
      async (
        entry: string,
        options: { out?: string; json?: boolean; minify?: boolean; runtime: CompileTarget },
      ) => (await import('./bundle.action.js')).runBundle(entry, options),
    );
}
