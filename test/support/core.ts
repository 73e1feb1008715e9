import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import type { GatewayFront } from '../../src/agents/models/model-gateway.js';
import { DataFolderLock } from '../../src/platform/database/data-folder-lock.js';
import type { Database } from '../../src/platform/database/database.js';
import { openDatabase } from '../../src/platform/database/open-database.js';
import type { Capabilities } from '../../src/sandbox/runtime/capabilities.js';
import type { ServerConfig } from '../../src/server/core/config.js';
import { openInfrastructure } from '../../src/server/core/infrastructure.js';
import { allTables } from '../../src/server/core/tables.js';
import { openModules } from '../../src/tooling/local/local.module.js';
import { readLocalConfig } from '../../src/tooling/local/local-config.js';
import { startRuntimes } from '../../src/tooling/local/local-runtimes.js';

interface CoreOptions {
  env?: NodeJS.ProcessEnv;
  settings?: Partial<ServerConfig>;
  logger?: Logger;
  capabilities?: Capabilities;
  models?: GatewayFront;
}

/** The modules of a server in this process, on a temporary folder; nothing runs. */
export interface TestCore {
  readonly context: INestApplicationContext;
  readonly config: ServerConfig;
  readonly database: Database;
  close(): Promise<void>;
}

export async function openCore({
  env,
  settings = {},
  logger = pino({ enabled: false }),
  capabilities,
  models = (product) => product,
}: CoreOptions = {}): Promise<TestCore> {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-core-'));
  const config = { ...readLocalConfig({ dataDir: folder }, env), ...settings };
  const infrastructure = await openInfrastructure(config, {
    logger,
    lock: DataFolderLock.take(folder, true),
    ...(capabilities !== undefined && { capabilities }),
    openDatabase: () => openDatabase(config, allTables(), pino({ enabled: false })),
    startRuntimes: () => startRuntimes(config, []),
  });
  const context = await openModules(infrastructure, { mcp: (product) => product, models });
  return {
    context,
    config,
    database: infrastructure.platform.database,
    close: async () => {
      await context.close();
      await infrastructure.close();
      rmSync(folder, { recursive: true });
    },
  };
}
