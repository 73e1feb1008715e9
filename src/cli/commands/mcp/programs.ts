/** The programs for which settings can be printed. */
export const PROGRAMS = ['claude', 'cursor', 'vscode'] as const;
export type Program = (typeof PROGRAMS)[number];

/** The command by which a program starts the bridge. */
interface Start {
  command: string;
  args: string[];
}

/** The file of settings of each program, for people. */
export const FILES: Readonly<Record<Program, string>> = {
  claude: 'claude_desktop_config.json',
  cursor: '~/.cursor/mcp.json, or .cursor/mcp.json of a folder',
  vscode: '.vscode/mcp.json of a folder',
};

/** Returns what the settings of a program need to start the bridge. */
export function settingsFor(program: Program, name: string, start: Start): object {
  return program === 'vscode'
    ? { servers: { [name]: { type: 'stdio', ...start } } }
    : { mcpServers: { [name]: start } };
}
