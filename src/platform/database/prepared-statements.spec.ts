import { afterEach, expect, it, jest } from '@jest/globals';
import type { ClientBase, Pool } from 'pg';
import { PreparedStatements } from './prepared-statements.js';

/** A connection that records what it is asked. */
function recording(): { client: ClientBase; asked: unknown[] } {
  const asked: unknown[] = [];
  const query = async (statement: unknown): Promise<{ rows: unknown[] }> => {
    asked.push(typeof statement === 'string' ? statement : Reflect.get(Object(statement), 'text'));
    return { rows: [] };
  };
  return { client: { query } as unknown as ClientBase, asked };
}

afterEach(() => {
  jest.restoreAllMocks();
});

it('a connection plans its statements again after a minute, since tables grow', async () => {
  const statements = new PreparedStatements({} as Pool);
  const [one, other] = [recording(), recording()];
  const clock = jest.spyOn(performance, 'now');
  const at = async (seconds: number, { client }: { client: ClientBase }): Promise<void> => {
    clock.mockReturnValue(seconds * 1_000);
    await statements.within(client, 'SELECT 1', []);
  };
  await at(0, one);
  await at(59, one);
  await at(59, other);
  await at(61, one);
  await at(62, one);
  await at(63, other);
  expect(one.asked).toEqual(['SELECT 1', 'SELECT 1', 'DISCARD PLANS', 'SELECT 1', 'SELECT 1']);
  expect(other.asked).toEqual(['SELECT 1', 'SELECT 1']);
});
