import { type Command, Option } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';
import { wholeNumber } from '../../toolkit/options.js';

const SERVER = 'name or id of a server, or the beginning or end of the id';
const actions = () => import('./mcp-servers.actions.js');

/** Returns the options for the fields of an MCP server. */
function fields(): Option[] {
  return [
    new Option('--secret <name>', 'secret of the project, sent as a bearer token'),
    new Option('--header <name>', 'header that carries the secret instead of a bearer token'),
    new Option('--auth <json>', 'authentication, as JSON').conflicts(['secret', 'header']),
    new Option('--tool <pattern...>', 'tools that may be called, such as get_* (default: none)'),
    new Option('--timeout <seconds>', 'timeout of a call').argParser(Number),
    new Option('--concurrency <number>', 'maximum number of parallel calls').argParser(Number),
  ];
}

export function mcpServersCommand(): Command {
  return apiGroup('mcp-servers', 'MCP servers whose tools scripts and agents can call.', [
    {
      name: 'list',
      description: 'List the MCP servers of the project.',
      examples: [['metarun mcp-servers list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'add',
      description: 'Add an MCP server and list its tools.',
      args: [
        ['<name>', 'name by which scripts call it'],
        ['<url>', 'URL of the server'],
      ],
      options: fields(),
      examples: [
        [
          "metarun mcp-servers add github https://mcp.example.com/mcp --secret GITHUB_TOKEN --tool 'get_*'",
          '',
        ],
      ],
      run: async (name, url, options) => (await actions()).add(name, url, options),
    },
    {
      name: 'show',
      description: 'Show an MCP server of the project.',
      args: [['<server>', SERVER]],
      examples: [['metarun mcp-servers show github', '']],
      run: async (server, options) => (await actions()).show(server, options),
    },
    {
      name: 'change',
      description: 'Change an MCP server. Anything not given stays the same.',
      args: [['<server>', SERVER]],
      options: [
        new Option('--name <name>', 'name by which scripts call it'),
        new Option('--address <url>', 'new URL, which counts as another server'),
        ...fields(),
      ],
      examples: [["metarun mcp-servers change github --tool 'get_*' create_issue", '']],
      run: async (server, options) => (await actions()).change(server, options),
    },
    {
      name: 'refresh',
      description: 'List the tools of an MCP server again, by asking the server.',
      args: [['<server>', SERVER]],
      examples: [['metarun mcp-servers refresh github', '']],
      run: async (server, options) => (await actions()).refresh(server, options),
    },
    {
      name: 'tools',
      description: 'List the tools of an MCP server, and which of them may be called.',
      args: [['<server>', SERVER]],
      examples: [['metarun mcp-servers tools github', '']],
      run: async (server, options) => (await actions()).tools(server, options),
    },
    {
      name: 'calls',
      description: 'List the calls of an MCP server, newest first.',
      args: [['<server>', SERVER]],
      options: [
        new Option('--limit <number>', 'maximum number of calls, 1 to 200')
          .argParser(wholeNumber(1, 200))
          .default(50),
      ],
      examples: [['metarun mcp-servers calls github --limit 10', '']],
      run: async (server, options) => (await actions()).calls(server, options),
    },
    {
      name: 'accept',
      description: 'Accept a new or changed tool in its current form.',
      args: [
        ['<server>', SERVER],
        ['<tool>', 'name of the tool'],
      ],
      examples: [['metarun mcp-servers accept github get_issue', '']],
      run: async (server, tool, options) => (await actions()).accept(server, tool, options),
    },
    {
      name: 'remove',
      description: 'Delete an MCP server.',
      args: [['<server>', SERVER]],
      asksFirst: true,
      examples: [['metarun mcp-servers remove github --yes', 'skips the confirmation']],
      run: async (server, options) => (await actions()).remove(server, options),
    },
  ]);
}
