import { afterEach, expect, it, jest } from '@jest/globals';
import type { ClientBase, Pool } from 'pg';
import { PreparedStatements } from './prepared-statements.js';

/** Returns a connection that records its statements. */
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

it('a connection plans its statements again at growing intervals, since tables grow', async () => {
  const statements = new PreparedStatements({} as Pool);
  const [one, other] = [recording(), recording()];
  const clock = jest.spyOn(performance, 'now');
  const plansAt = async ({ client, asked }: typeof one, seconds: number): Promise<boolean> => {
    clock.mockReturnValue(seconds * 1_000);
    const before = asked.length;
    await statements.within(client, 'SELECT 1', []);
    expect(asked.at(-1)).toBe('SELECT 1');
    return asked.slice(before).includes('DISCARD PLANS');
  };
  const planned: number[] = [];
  for (let second = 0; second <= 250; second += 1)
    if (await plansAt(one, second + 0.5)) planned.push(second);
  expect(planned).toEqual([2, 5, 10, 19, 36, 69, 130, 191]);
  expect(await plansAt(other, 250)).toBe(false);
  expect(await plansAt(other, 250.9)).toBe(false);
  expect(await plansAt(other, 251.1)).toBe(true);
});
