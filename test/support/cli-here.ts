import { stripVTControlCharacters } from 'node:util';
import { jest } from '@jest/globals';
import type { Command } from 'commander';
import { EXIT } from '../../src/cli/toolkit/exit-codes.js';
import { reportFailure } from '../../src/cli/toolkit/report-failure.js';
import type { CliAnswer, CliOptions } from './cli.js';

/**
 * Returns what a command answers within this process, with no terminal. The start of a process takes far longer than what
 * most commands do: what differs from a test of the process in its arguments alone comes here, such as a table of refusals.
 */
export async function runHere(
  command: Command,
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: Omit<CliOptions, 'stdin'> = {},
): Promise<CliAnswer> {
  const answer = { code: 0, stdout: '', stderr: '' };
  const { env: environment, exitCode } = process;
  const before = { cwd: process.cwd(), terminal: process.stdin.isTTY };
  const written = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      // Jest may force colours.
      answer[name] += stripVTControlCharacters(String(text));
      return true;
    }),
  );
  const { PATH = '', HOME = '' } = process.env;
  try {
    process.stdin.isTTY = false;
    process.chdir(cwd);
    process.env = { PATH, HOME, ...env };
    process.exitCode = undefined;
    await throwing(command).parseAsync(args, { from: 'user' });
    answer.code = Number(process.exitCode ?? EXIT.ok);
  } catch (error) {
    answer.code = await reportFailure(error, args.includes('--json'));
  } finally {
    process.stdin.isTTY = before.terminal;
    process.chdir(before.cwd);
    process.env = environment;
    process.exitCode = exitCode;
    for (const spy of written) spy.mockRestore();
  }
  return answer;
}

/** As src/cli.ts has its commands. */
function throwing(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: (text) => process.stderr.write(text) });
  for (const child of command.commands) throwing(child);
  return command;
}
