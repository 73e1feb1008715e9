import { Argument, Command } from 'commander';
import { type Shell, SHELLS } from './shells.js';
import { examples } from '../../toolkit/examples.js';
import { jsonOption } from '../../toolkit/options.js';

export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a completion script for commands, options and their values.')
    .addArgument(new Argument('<shell>', 'shell to complete for').choices(SHELLS))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        [
          'source <(metarun completion bash)',
          'enables it in this shell; add it to ~/.bashrc for all shells',
        ],
        [
          'metarun completion zsh > "${fpath[1]}/_metarun"',
          'installs it for zsh; then open another shell',
        ],
        [
          'metarun completion fish > ~/.config/fish/completions/metarun.fish',
          'installs it for fish',
        ],
      ]),
    )
    .action(async (shell: Shell, options: { json?: boolean }, command: Command) =>
      (await import('./completion.action.js')).runCompletion(shell, options, command),
    );
}
