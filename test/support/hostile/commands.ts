/** The command lines of every command that talks to a server, generated from the program's own commands. */
import type { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/program.js';
import { ID } from './shaped-answers.js';

/** Files in the folder where the commands run. */
export const FILES = {
  'b.json': [],
  'p.json': {},
  'a.yaml': 'name: A\n',
  'a.md': 'text',
  'asks/metatask.yaml': 'name: asks\n',
  'asks/workflow.py': 'def run(params, reporter):\n    return {}\n',
};

/**
 * Arguments of commands that need more than an id for each argument, or have options that change their output or
 * requests. `ID` and `SERVER` are placeholders. What the commands leave in the folder is removed after each run.
 */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  try: ['asks'],
  deploy: ['asks --no-check', 'asks --no-check --dry-run'],
  pull: ['ID --no-run', 'it --no-run', 'ID --no-run --into pulled'],
  login: ['--url SERVER --token mrt_x --profile p', '--url SERVER --token mrk_x', '--list'],
  mcp: ['--tools it', '--install claude --print'],
  find: ['it'],
  'tasks show': ['ID', 'it'],
  'tasks watch': ['ID', '', 'it'],
  'tasks create': ['asks', 'asks --wait', 'asks --example it'],
  'tasks rerun': ['ID', 'ID --wait', 'ID --from-step it'],
  'tasks logs': ['ID', 'ID --follow', 'ID --tail 5'],
  'tasks send': ['ID go --payload 5'],
  'tasks batch': ['b.json'],
  'tasks list': ['', '--all', '--parent ID'],
  'bulk cancel': ['--ids ID', '--query q --all --no-wait'],
  'bulk retry': ['--ids ID'],
  'bulk rerun': ['--ids ID'],
  'files ls': ['/', '-r', '/d/a.md', '--workspace it'],
  'files cat': ['/d/a.md', '/d/a.md --original', '/d/a.md --version 1'],
  'files put': ['a.md /'],
  'files sync': ['asks / --no-wait', 'asks /d --dry-run'],
  'files get': ['/d/a.md out', '-r / out', '/d/a.md -f --version 1'],
  'files rm': ['/d/a.md'],
  'files outline': ['/d/a.md'],
  'files versions': ['/d/a.md'],
  'files restore': ['/d/a.md --version 1'],
  'approvals approve': ['ID --comment c'],
  'approvals link': ['ID --name it'],
  'agents create': ['a.yaml'],
  'agents change': ['asks a.yaml'],
  'agents rollback': ['asks 1'],
  'agents show': ['asks', 'asks --instructions'],
  'meta-tasks show': ['asks', 'asks --script'],
  'meta-tasks rollback': ['asks 1'],
  'schedules create': ['asks --name it --every 30m'],
  'schedules change': ['ID --name it'],
  'schedules preview': ['--every 30m'],
  'model-providers create': ['p.json'],
  'model-providers change': ['ID p.json'],
  'mcp-servers change': ['ID --name it'],
  'webhooks change': ['ID --disable'],
  'webhooks redeliver': ['ID ID', 'ID --event task.failed'],
  'workspaces change': ['ID --name it'],
  'members add': ['ID --role author'],
  'members change': ['ID --role author'],
  'users change': ['ID --name it'],
  'audit list': ['', '--installation'],
  'images add': ['n r', 'n r --wait'],
};

/**
 * Returns command lines by the name of their command, such as `tasks show`: at least one for each command that can name
 * a server.
 */
export function commandLines(server: string): Map<string, string[][]> {
  const lines = new Map<string, string[][]>();
  const add = (command: Command, path: string[]): void => {
    for (const child of command.commands) add(child, [...path, child.name()]);
    const has = (flag: string): boolean => command.options.some(({ long }) => long === flag);
    if (!has('--url') || command.commands.length > 0) return;
    const name = path.join(' ');
    const each = command.registeredArguments.map(() => ID).join(' ');
    const given = GIVEN[name] ?? [each];
    const all = given.map((words) => [
      ...path,
      ...words
        .replaceAll('SERVER', server)
        .replaceAll('ID', ID)
        .split(' ')
        .filter((word) => word !== ''),
      ...(has('--yes') ? ['--yes'] : []),
    ]);
    // One run with `--json` is enough, as it prints the same answers.
    const [first = []] = all;
    lines.set(name, has('--json') ? [...all, [...first, '--json']] : all);
  };
  for (const [name, make] of Object.entries(COMMANDS)) add(make(), [name]);
  return lines;
}
