import type { CliAnswer } from './cli.js';
import { useMcpServers } from './mcp-servers/server-commands.js';
import { useModelProviders } from './models/provider-commands.js';
import type { TestServer } from './server.js';

type Run<Answer> = (...args: string[]) => Promise<Answer>;

/** Uses each command of `metarun model-providers` and `metarun mcp-servers`. `done` runs one that succeeds, `here` any. */
export async function useConnections(
  server: TestServer,
  done: Run<string>,
  here: Run<CliAnswer>,
): Promise<void> {
  await useModelProviders(done, here);
  await useMcpServers(server, done, here);
}
