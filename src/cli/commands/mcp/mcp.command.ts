import { Command, Option } from 'commander';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { PROGRAMS } from './programs.js';

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description('Offer a project to a program that speaks MCP over standard input and output.')
    .addOption(new Option('--tools <names>', 'only these, as get_task,weekly-*'))
    .addOption(
      new Option('--wait <seconds>', 'how long a call waits for its task').argParser(Number),
    )
    .addOption(
      new Option('--install <program>', 'print what its settings need').choices([...PROGRAMS]),
    )
    .addOption(new Option('--print', 'with --install: print it, and change nothing'));
  return connectionOptions(command)
    .addHelpText(
      'after',
      '\nA program starts it by itself: see --install. What is printed names the server, and no token: metarun login keeps that.\n',
    )
    .addHelpText(
      'after',
      examples([
        ['metarun mcp --install claude --print', 'for Claude Desktop'],
        ['metarun mcp --tools "search_files,read_file"', ''],
      ]),
    )
    .action(async (options) => (await import('./mcp.action.js')).mcp(options));
}
