import { text, type Values } from '../../base/config/setting.js';

export const MCP_SETTINGS = {
  mcpServers: text(
    {
      env: 'METARUN_MCP_SERVERS',
      description:
        'MCP servers over stdio that this server runs in its sandbox for the projects that they name. Default: none.',
    },
    '',
    'the path of a YAML file, or YAML itself',
    (value) => !value.includes('\0'),
  ),
} as const;

export type McpSettings = Values<typeof MCP_SETTINGS>;
