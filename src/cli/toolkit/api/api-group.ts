import { Command, type Option } from 'commander';
import { connectionOptions } from '../connection.js';
import { examples } from '../examples.js';
import { jsonOption } from '../options.js';

type Action = Parameters<Command['action']>[0];

/** One command of a group that calls the API. */
export interface ApiCommand {
  name: string;
  description: string;
  /** Arguments, each with its syntax, such as `<schedule>`, and its description. */
  args?: readonly (readonly [string, string])[];
  options?: readonly Option[];
  /**
   * True for commands that delete something or revoke a permission. They ask for confirmation unless `--yes` is given.
   */
  asksFirst?: boolean;
  /** Text before the examples. */
  notes?: string;
  examples: readonly (readonly [string, string])[];
  /** Runs the command. The code of the action is loaded on demand. */
  run: Action;
}

/** Creates a command whose subcommands call the API. Each has `--json`, the connection options and examples. */
export function apiGroup(
  name: string,
  description: string,
  commands: readonly ApiCommand[],
): Command {
  const group = new Command(name).description(description);
  for (const each of commands) group.addCommand(apiCommand(each));
  return group;
}

export function apiCommand(row: ApiCommand): Command {
  const command = new Command(row.name).description(row.description);
  for (const [usage, what] of row.args ?? []) command.argument(usage, what);
  for (const option of row.options ?? []) command.addOption(option);
  if (row.asksFirst === true) command.option('-y, --yes', 'skip the confirmation');
  command.addOption(jsonOption());
  connectionOptions(command);
  if (row.notes !== undefined) command.addHelpText('after', `\n${row.notes}\n`);
  return command.addHelpText('after', examples(row.examples)).action(row.run);
}
