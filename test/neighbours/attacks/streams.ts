import { type Attack, prepared } from '../support/attack.js';
import type { Attacker } from '../support/attacker.js';

function openStream(attacker: Attacker, token: string, from = ''): void {
  const socket = attacker.socket();
  socket.write(
    `GET ${attacker.external}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${from}\r\n`,
  );
  // Only the beginning of the answer is read.
  socket.once('data', (chunk: Buffer) => {
    attacker.tally.add(`stream ${chunk.toString().split(' ')[1]}`);
    socket.pause();
  });
}

/** Defines a meta-task that logs without end. */
const talks = (attacker: Attacker): Promise<string | null> =>
  attacker.define({
    language: 'python',
    body: 'while True:\n    print("x" * 1000)\n    time.sleep(0.001)',
  });

/** Attacks that open event streams and abandon them. */
export const streams: Attack[] = [
  prepared(
    'thousands of streams that are not read',
    async (attacker) => {
      await attacker.start((await talks(attacker)) ?? '');
      const tokens: string[] = [];
      for (let n = 0; n < 40; n += 1)
        tokens.push(
          (await attacker.prepare('POST', `${attacker.project}/api-keys`, { name: `k${n}` }))[
            'key'
          ] ?? '',
        );
      return tokens;
    },
    async (attacker, tokens) => {
      openStream(attacker, tokens[attacker.next() % tokens.length] ?? '');
      await attacker.pause(5);
    },
    20,
  ),
  prepared(
    'streams of keys that are revoked',
    async (attacker) => void (await attacker.start((await talks(attacker)) ?? '')),
    async (attacker) => {
      const made = await attacker.prepare('POST', `${attacker.project}/api-keys`, {
        name: `k${attacker.next()}`,
      });
      for (let n = 0; n < 20; n += 1) openStream(attacker, made['key'] ?? '');
      await attacker.pause(500);
      await attacker
        .prepare('DELETE', `${attacker.project}/api-keys/${made['id']}`)
        .catch(() => undefined);
    },
    4,
  ),
  prepared(
    'streams from the beginning, again and again',
    async (attacker) => {
      const one = await attacker.define({
        language: 'typescript',
        body: 'for (let i = 0; i < 20_000; i++) console.log(i + "x".repeat(100));',
      });
      await attacker.run(one ?? '');
    },
    async (attacker) => {
      openStream(attacker, attacker.key, 'Last-Event-ID: 0\r\n');
      await attacker.pause(50);
    },
    16,
  ),
];
