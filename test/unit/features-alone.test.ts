import 'reflect-metadata';
import type { InjectionToken, Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { SecretsModule } from '../../src/access/secrets/secrets.module.js';
import { SecretsService } from '../../src/access/secrets/secrets.service.js';
import { CONFIG, LOGGER } from '../../src/base/tokens.js';
import { Database } from '../../src/platform/database/database.js';
import { AppModule } from '../../src/server/app.module.js';
import { CoreModule } from '../../src/server/core/core.module.js';
import { readServerConfig } from '../../src/server/core/config.js';
import { memoryDatabase } from '../support/engine/memory-database.js';

/** Providers of the global modules: the platform, the sandbox, the engine, and the ports that the server binds. */
const GLOBAL = new Set(
  [
    'BlobStore BusLink CONFIG Database EventBus EventLog LOGGER SchemaValidator',
    'Capabilities Containers Egress Runtimes Sandbox',
    'LeaderElection Transitions WorkerLease WorkerRows',
    'LEAD_OF_CONTENTS LEAD_OF_IDEMPOTENCY LEAD_OF_RETENTION LEAD_OF_SCHEDULES LEAD_OF_SEARCH LEAD_OF_WEBHOOKS',
    'Activities AgentPort Dashboard Dependents HAS_DASHBOARD ImageUsers ProjectAbilities ProviderUsers RATE_STORE SectionMeanings',
    'GATEWAY_FRONT MCP_FRONT',
  ].flatMap((names) => names.split(' ')),
);

const FEATURES = new Set(
  [AppModule, CoreModule].flatMap((module) => Reflect.getMetadata('imports', module) as Type[]),
);

/** Stands for any provider: each member is a function that returns the stand-in itself, and its number is 0. */
const STAND_IN: object = new Proxy(() => STAND_IN, {
  get(_, name) {
    if (name === 'then') return undefined;
    return name === Symbol.toPrimitive ? () => 0 : STAND_IN;
  },
});

let database: Database;
beforeAll(async () => {
  database = await memoryDatabase();
});
afterAll(() => database.close());

const key = Buffer.alloc(32).toString('base64');

/** Builds a module with stand-ins in place of what it neither provides nor imports, and returns their names. */
async function buildAlone(module: Type): Promise<{ built: TestingModule; taken: Set<string> }> {
  const taken = new Set<string>();
  const given = new Map<InjectionToken, unknown>([
    [CONFIG, readServerConfig({ METARUN_SECRET_KEY: key })],
    [LOGGER, pino({ enabled: false })],
    [Database, database],
  ]);
  const built = await Test.createTestingModule({ imports: [module] })
    .useMocker((token = '') => {
      taken.add(
        typeof token === 'function' ? token.name : String(token).replace(/^Symbol\((.*)\)$/, '$1'),
      );
      return given.get(token) ?? STAND_IN;
    })
    .compile();
  return { built, taken };
}

describe('the modules of the features', () => {
  it.each(Array.from(FEATURES, (module) => [module.name, module] as const))(
    '%s is built with its imports and what is global',
    async (_, module) => {
      const { built, taken } = await buildAlone(module);
      await built.close();
      expect([...taken].filter((name) => !GLOBAL.has(name))).toEqual([]);
    },
  );

  it('a feature that is built alone works', async () => {
    const { built } = await buildAlone(SecretsModule);
    const secrets = built.get(SecretsService);
    const project = { id: 'p', slug: 'p', name: 'p' };
    await secrets.put(project, 'token', { value: 'stored' }, 'Ada');
    expect(await secrets.read('p', 'token')).toBe('stored');
    await built.close();
  });
});
