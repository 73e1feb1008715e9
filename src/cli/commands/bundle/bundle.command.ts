import { Command, Option } from 'commander';
import { type CompileTarget, SCRIPT_ENGINES } from '../../../sandbox/runtime/protocol.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function bundleCommand(): Command {
  return new Command('bundle')
    .description(
      'Bundle a TypeScript file, the files it imports and their npm packages into one script.',
    )
    .argument('<entry>', 'file that exports run')
    .option('-o, --out <file>', 'file to write the script to (default: standard output)')
    .addOption(jsonOption())
    .addOption(
      new Option(
        '--runtime <name>',
        'target runtime; image = the Node of a container image, including modules that are not installed here',
      )
        .choices([...SCRIPT_ENGINES, 'image'])
        .default('isolate'),
    )
    .option('--minify', 'minify the script even if it is not too large')
    .addHelpText(
      'after',
      examples([['metarun bundle workflow.ts -o script.js', 'lists the parts of the bundle']]),
    )
    .action(
      async (
        entry: string,
        options: { out?: string; json?: boolean; minify?: boolean; runtime: CompileTarget },
      ) => (await import('./bundle.action.js')).runBundle(entry, options),
    );
}
