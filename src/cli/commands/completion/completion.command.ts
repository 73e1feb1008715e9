import { Argument, Command } from 'commander';
import { type Shell, SHELLS } from './shells.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function completionCommand(): Command {
  return new Command('completion')
    .description('Write what completes commands, options and their values at the tab key.')
    .addArgument(new Argument('<shell>', 'for which shell').choices(SHELLS))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        ['source <(metarun completion bash)', 'in this shell; in ~/.bashrc in every one'],
        [
          'metarun completion zsh > "${fpath[1]}/_metarun"',
          'for zsh, where its functions are; then open another shell',
        ],
        ['metarun completion fish > ~/.config/fish/completions/metarun.fish', 'for fish'],
      ]),
    )
    .action(async (shell: Shell, options: { json?: boolean }, command: Command) =>
      (await import('./completion.action.js')).runCompletion(shell, options, command),
    );
}
