import { Command, Option } from 'commander';
import { connectionOptions } from '../../toolkit/connection.js';
import { examples } from '../../toolkit/examples.js';
import { PROGRAMS } from './programs.js';

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description('Connect a project to an MCP client over standard input and output.')
    .addOption(new Option('--tools <names>', 'tools to offer, such as get_task,weekly-*'))
    .addOption(
      new Option('--wait <seconds>', 'maximum wait of a call for its task').argParser(Number),
    )
    .addOption(
      new Option('--install <program>', 'print the settings for this program').choices([
        ...PROGRAMS,
      ]),
    )
    .addOption(new Option('--print', 'print the settings of --install and change nothing'));
  return connectionOptions(command)
    .addHelpText(
      'after',
      '\nAn MCP client starts this command by itself: see --install. The printed settings name the server but contain no token, which metarun login stores.\n',
    )
    .addHelpText(
      'after',
      examples([
        ['metarun mcp --install claude --print', 'prints the settings for Claude Desktop'],
        ['metarun mcp --tools "search_files,read_file"', ''],
      ]),
    )
    .action(async (options) => (await import('./mcp.action.js')).mcp(options));
}
