import { Command } from 'commander';
import { settingsHelp } from './serve-help.js';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Start the server.')
    .addHelpText('after', settingsHelp())
    .action(async () => (await import('../main.js')).serve());
}
