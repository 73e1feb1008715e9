import { randomBytes } from 'node:crypto';
import { type Attack, prepared } from '../support/attack.js';
import type { Attacker } from '../support/attacker.js';

/** Returns an attack that builds a body once and sends it repeatedly with the credentials `as`. */
const body = (
  name: string,
  method: string,
  path: (attacker: Attacker) => string,
  make: () => string,
  as: 'key' | 'author' | 'viewer',
): Attack =>
  prepared(
    name,
    (attacker) => Promise.resolve({ made: make(), token: attacker[as] }),
    (attacker, { made, token }) => attacker.ask(method, path(attacker), { body: made, token }),
    2,
  );
const unknownKeys = (count: number): string =>
  `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`;

/** Attacks with connections, and with requests that cost more to answer than to send. */
export const requests: Attack[] = [
  body(
    '190,000 unknown keys of a viewer',
    'POST',
    () => '/auth/tokens',
    () => unknownKeys(170_000),
    'viewer',
  ),
  body(
    'a batch of 250,000 items',
    'POST',
    ({ external }) => `${external}/tasks/batch`,
    () => `{"tasks":[${Array(250_000).fill('{}').join()}]}`,
    'key',
  ),
  body(
    'params of a hundred thousand levels',
    'POST',
    ({ external }) => `${external}/tasks`,
    () => `{"task_type_identifier":"x","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'key',
  ),
  body(
    'a list where a text is to be',
    'POST',
    ({ project }) => `${project}/task-types/`,
    () =>
      JSON.stringify({
        name: Array(300_000).fill('a'),
        phases: Array(200_000).fill(1),
        retry_on: Array(100_000).fill('x'),
      }),
    'author',
  ),
  {
    name: 'wrong keys',
    atOnce: 8,
    during: async (attacker) => {
      const token = `mrk_${randomBytes(32).toString('base64url')}`;
      await Promise.all(
        Array.from({ length: 50 }, () =>
          attacker.ask('GET', `${attacker.external}/tasks`, { token }),
        ),
      );
    },
  },
  {
    name: 'no key, on whatever answers without one',
    atOnce: 16,
    during: async (attacker) => {
      for (const path of ['/openapi.json', '/health/ready', '/metrics', '/docs'])
        await attacker.ask('GET', path, { token: null });
    },
  },
  {
    name: 'thousands of connections whose requests never end',
    atOnce: 100,
    during: async (attacker) => {
      const socket = attacker.socket();
      socket.write(
        `POST /external/v1/projects/default/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attacker.key}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`,
      );
      attacker.tally.add('opened');
      await attacker.pause(100);
      socket.write(' ');
    },
  },
  prepared(
    'lists with heavy filters',
    async (attacker) => {
      const one = await attacker.define({
        language: 'typescript',
        script: 'export const run = () => null;\n',
      });
      const tasks = Array.from({ length: 1000 }, (_, n) => ({
        task_type_identifier: one,
        name: `a${'b'.repeat(150)}${n}`,
      }));
      for (let n = 0; n < 5; n += 1)
        await attacker.ask('POST', `${attacker.external}/tasks/batch`, { body: { tasks } });
    },
    (attacker) =>
      attacker.ask(
        'GET',
        `${attacker.external}/tasks?q=${'%25b_'.repeat(30)}&created_after=2000-01-01T00:00:00Z&limit=200&offset=${attacker.next() % 5000}`,
        { token: attacker.viewer },
      ),
    16,
  ),
];
