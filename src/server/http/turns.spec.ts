import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { rememberAccess } from '../../access/auth/request-access.js';
import { takeTurns, Turns } from './turns.js';

describe('Turns', () => {
  /** Time of the clock in ms, which the test advances. The turns of the event loop are real. */
  let now: number;
  beforeEach(() => {
    now = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void jest.restoreAllMocks());

  /** Returns the length of a list after each turn of the event loop until it has `most` entries. */
  async function countsUntil(most: number, list: readonly unknown[]): Promise<number[]> {
    const counts: number[] = [];
    while (list.length < most) {
      await nextTurn();
      counts.push(list.length);
    }
    return counts;
  }

  it('requests begin at once while there is time left', () => {
    const turns = new Turns();
    const begun: number[] = [];
    for (let n = 0; n < 3; n += 1) turns.enter('a', () => begun.push(n));
    expect(begun).toEqual([0, 1, 2]);
  });

  it('a few requests at a time begin once time is short, by turns of their owners', async () => {
    const turns = new Turns();
    const begun: string[] = [];
    turns.enter('a', () => (now += 10));
    for (let n = 1; n <= 20; n += 1) turns.enter('a', () => begun.push(`a${n}`));
    turns.enter('b', () => begun.push('b1'));
    turns.enter('b', () => begun.push('b2'));
    expect(begun).toEqual([]);
    const counts = await countsUntil(22, begun);
    expect([...new Set(counts)]).toEqual([8, 16, 22]);
    // Started requests get some turns before others start.
    expect(counts.filter((count) => count === 8).length).toBeGreaterThan(1);
    expect(begun.slice(0, 5)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('the next requests begin in the next turn where the one before took long', async () => {
    const turns = new Turns();
    const begun: number[] = [];
    turns.enter('a', () => (now += 10));
    for (let n = 1; n <= 20; n += 1)
      turns.enter('a', () => {
        begun.push(n);
        now += 1;
      });
    expect(await countsUntil(20, begun)).toEqual([8, 16, 20]);
  });

  it('the requests of an owner keep their order when one arrives while others wait', async () => {
    const turns = new Turns();
    const begun: number[] = [];
    turns.enter('a', () => (now += 10));
    for (let n = 1; n <= 9; n += 1) turns.enter('a', () => begun.push(n));
    await nextTurn();
    expect(begun).toHaveLength(8);
    turns.enter('a', () => begun.push(10));
    turns.enter('a', () => begun.push(11));
    await countsUntil(11, begun);
    expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

const NOBODY = { name: '', scopes: [], expiresAt: null };

describe('takeTurns', () => {
  /** Records the owners of all requests. */
  class Owners extends Turns {
    readonly seen: string[] = [];
    override enter(owner: string, begin: () => void): void {
      this.seen.push(owner);
      begin();
    }
  }

  function send(
    middleware: ReturnType<typeof takeTurns>,
    {
      path = '/external/v1/x',
      authorization = '',
      cookie = '',
      status = 200,
      destroyed = false,
      access = null as { caller: Caller; project: ProjectRef | null } | null,
    } = {},
  ): boolean {
    let begun = false;
    const response = Object.assign(new EventEmitter(), { statusCode: status });
    const request = {
      path,
      ip: '10.0.0.1',
      socket: { destroyed },
      get: (name: string) => ({ authorization, cookie })[name] || undefined,
    };
    if (access) rememberAccess(request as unknown as Request, access.caller, access.project);
    middleware(request as unknown as Request, response as unknown as Response, () => {
      begun = true;
    });
    response.emit('finish');
    return begun;
  }

  const key = (id: string, project: string): { caller: Caller; project: ProjectRef } => ({
    caller: {
      ...NOBODY,
      kind: 'api_key',
      project: null,
      userId: null,
      role: null,
      isInstallationAdmin: false,
      id,
    },
    project: { id: project, slug: project, name: project },
  });
  const token = (id: string, userId: string): { caller: Caller; project: null } => ({
    caller: {
      ...NOBODY,
      kind: 'access_token',
      session: null,
      userId,
      role: 'viewer',
      isInstallationAdmin: false,
      id,
    },
    project: null,
  });

  it('each project and each user takes turns of its own, and unproven credentials those of their address', () => {
    const owners = new Owners();
    const middleware = takeTurns(owners);
    const right = {
      a: key('a', 'one'),
      b: key('b', 'one'),
      c: key('c', 'two'),
      d: token('d', 'user'),
      e: token('e', 'user'),
    };
    for (let round = 0; round < 2; round += 1)
      for (const [name, access] of Object.entries(right))
        send(middleware, { authorization: `Bearer ${name}`, access });
    for (const authorization of ['Bearer x', 'Bearer x'])
      send(middleware, { authorization, status: 401 });
    const wrong = '10.0.0.1 wrong';
    expect(owners.seen).toEqual([
      ...Array.from({ length: 5 }, () => wrong),
      'project one',
      'project one',
      'project two',
      'user user',
      'user user',
      wrong,
      wrong,
    ]);
  });

  it('a browser that is signed in takes turns of its user, though it sends a cookie', () => {
    const owners = new Owners();
    const middleware = takeTurns(owners);
    const access = token('d', 'user');
    for (const cookie of ['session=a', 'session=a', 'session=b'])
      send(middleware, { cookie, access });
    send(middleware, { cookie: 'session=a', authorization: 'Bearer x', status: 401 });
    const wrong = '10.0.0.1 wrong';
    expect(owners.seen).toEqual([wrong, 'user user', wrong, wrong]);
  });

  it('requests without a credential take turns by the first part of their path', () => {
    const owners = new Owners();
    for (const path of ['/health/live', '/docs', '/']) send(takeTurns(owners), { path });
    expect(owners.seen).toEqual(['10.0.0.1 health', '10.0.0.1 docs', '10.0.0.1 ']);
  });

  it('a request whose client has gone does not begin', () => {
    expect(send(takeTurns(new Owners()))).toBe(true);
    expect(send(takeTurns(new Owners()), { destroyed: true })).toBe(false);
  });
});
