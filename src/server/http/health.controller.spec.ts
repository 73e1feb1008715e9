import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HealthCheckService, HealthIndicatorService, TerminusModule } from '@nestjs/terminus';
import type { Request, Response } from 'express';
import { MetarunError } from '../../base/kernel/errors.js';
import { HealthController } from './health.controller.js';

/** State of the parts of a server. */
interface Parts {
  isBusUp: boolean;
  problems: { language: string; problem: string }[];
  draining: boolean;
  paused: object | null;
  unwritable: string | null;
  /** Reason why documents are not converted. */
  conversion: string | null;
  query: () => Promise<unknown>;
  dataDir: string;
  identify: () => Promise<unknown>;
}

const KNOWN = { authorization: 'Bearer key' };

let context: INestApplicationContext;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'metarun-health-'));
  const terminus = TerminusModule.forRoot({ logger: false });
  context = await NestFactory.createApplicationContext(terminus, { logger: false });
});
afterAll(async () => {
  await context.close();
  rmSync(dataDir, { recursive: true });
});

/** Returns the status and the body of the answer. */
async function ready(given: Partial<Parts> = {}, headers: object = KNOWN): Promise<unknown> {
  const answer: unknown[] = [];
  const json = (body: unknown) => answer.push(body);
  const response = { status: (status: number) => (answer.push(status), { json }) };
  const request = { headers, socket: { remoteAddress: '127.0.0.1' } };
  await controller(given).ready(request as Request, response as unknown as Response);
  return answer;
}

function controller(given: Partial<Parts>): HealthController {
  const parts: Parts = {
    isBusUp: true,
    problems: [],
    draining: false,
    paused: null,
    unwritable: null,
    conversion: null,
    query: async () => [],
    dataDir,
    identify: async () => ({}),
    ...given,
  };
  const values: unknown[] = [
    { dataDir: parts.dataDir },
    { identify: parts.identify },
    context.get(HealthCheckService, { strict: false }),
    context.get(HealthIndicatorService, { strict: false }),
    { kind: 'sqlite', query: parts.query },
    { state: { kind: 'redis', isUp: parts.isBusUp }, peers: new Map([['other', {}]]) },
    { running: 3 },
    { waiting: 4 },
    { report: { level: 3 } },
    { problems: () => parts.problems },
    { report: null },
    { version: '1' },
    { processes: 5, waiting: 6, problem: parts.conversion },
    { state: parts.paused },
    { check: async () => parts.unwritable },
    { draining: parts.draining },
  ];
  return Reflect.construct(HealthController, values) as HealthController;
}

describe('the readiness of a server', () => {
  const problems = [{ language: 'python', problem: 'no fork' }];
  const refuses = async () => {
    throw new Error('gone');
  };

  it.each<[string, number, Partial<Parts>]>([
    ['ok', 200, {}],
    ['ok', 200, { paused: { since: 'now' } }],
    ['degraded', 200, { isBusUp: false }],
    ['degraded', 200, { problems }],
    ['degraded', 200, { conversion: 'no converter starts' }],
    ['draining', 503, { draining: true, problems }],
    ['error', 503, { query: refuses }],
    ['error', 503, { unwritable: 'disk full', draining: true }],
    ['error', 503, { dataDir: '/does/not/exist', isBusUp: false }],
  ])('a server is %s with %i where its parts say %j', async (status, code, given) => {
    const paused = given.paused ? { paused: true } : {};
    expect(await ready(given, {})).toEqual([code, { status, ...paused }]);
    expect(await ready(given)).toMatchObject([code, { status }]);
  });

  it('the answer to a known caller has each part, and what is wrong with it', async () => {
    const paused = { since: 'now' };
    const [, found] = (await ready({ isBusUp: false, problems, paused })) as [number, object];
    expect(found).toMatchObject({
      details: {
        database: { status: 'up', kind: 'sqlite' },
        bus: { status: 'up', kind: 'redis', servers: 2, message: expect.any(String) },
        queue: { status: 'up', waiting: 4, running: 3, paused },
        storage: { status: 'up', free_bytes: expect.any(Number) },
        conversion: { status: 'up', version: '1', processes: 5, waiting: 6 },
        sandbox: { status: 'up', level: 3 },
        runtimes: { status: 'up', python: 'no fork' },
      },
    });
    expect(await ready({ unwritable: 'disk full' })).toMatchObject([
      503,
      { error: { database: { message: 'the database cannot be written: disk full' } } },
    ]);
  });

  it('a caller whom the database cannot identify gets the short answer, and an unknown one is refused', async () => {
    const unavailable = () => Promise.reject(new MetarunError('unavailable', 'down'));
    expect(await ready({ identify: unavailable })).toEqual([200, { status: 'ok' }]);
    const unknown = () => Promise.reject(new MetarunError('unauthenticated', 'not a key'));
    await expect(ready({ identify: unknown })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
