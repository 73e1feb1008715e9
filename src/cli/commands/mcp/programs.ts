/** MCP clients for which settings can be printed. */
export const PROGRAMS = ['claude', 'cursor', 'vscode'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Command with which an MCP client starts the bridge. */
interface Start {
  command: string;
  args: string[];
}

/** Name of each client's settings file, as shown to the user. */
export const FILES: Readonly<Record<Program, string>> = {
  claude: 'claude_desktop_config.json',
  cursor: '~/.cursor/mcp.json, or .cursor/mcp.json of a folder',
  vscode: '.vscode/mcp.json of a folder',
};

/** Returns the settings with which a client starts the bridge. */
export function settingsFor(program: Program, name: string, start: Start): object {
  return program === 'vscode'
    ? { servers: { [name]: { type: 'stdio', ...start } } }
    : { mcpServers: { [name]: start } };
}
