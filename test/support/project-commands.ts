import { expect } from '@jest/globals';
import { driveBulk } from './bulk-commands.js';
import type { CliAnswer } from './cli.js';
import { driveOverview } from './overview-commands.js';
import type { TestServer } from './server.js';

/** The ways to run a command: for what it prints, for its whole answer, and for its document. */
interface Commands {
  done: (...args: string[]) => Promise<string>;
  here: (...args: string[]) => Promise<CliAnswer>;
  document: (...args: string[]) => Promise<Record<string, unknown>>;
}

/** Uses the commands that are about a project as a whole. */
export async function driveProject(
  server: TestServer,
  { done, here, document }: Commands,
): Promise<void> {
  await driveOverview(server, done, document);
  await driveBulk(server, done, here);
  await done('projects', 'mcp', '--approvals', 'off');
  expect(await done('projects', 'mcp')).toMatch(/approvals +off/);
}
