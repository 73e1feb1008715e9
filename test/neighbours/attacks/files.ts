import { BOMBS, WHOLE } from '../../support/conversion/hostile-documents.js';
import { type Attack, prepared } from '../support/attack.js';
import type { Attacker } from '../support/attacker.js';

const upload = (
  attacker: Attacker,
  files: readonly [name: string, content: string | Buffer][],
  ws?: string,
): Promise<unknown> => {
  const form = new FormData();
  for (const [name, content] of files) form.append('file', new Blob([content as string]), name);
  if (ws !== undefined) form.append('ws', ws);
  return attacker.ask('POST', `${attacker.external}/files/upload`, { body: form });
};
const knowledgeBase = async (attacker: Attacker): Promise<string> =>
  (
    await attacker.prepare('POST', `${attacker.project}/workspaces`, {
      name: 'KB',
      kind: 'knowledge_base',
    })
  )['id'] ?? '';
const words = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, n) => `w${(n * 7919 + seed) % 5000}`).join(' ');

/** Attacks with files that are numerous, large, searched or converted. */
export const files: Attack[] = [
  {
    name: 'uploads of 1,500 parts',
    atOnce: 2,
    during: (attacker) =>
      upload(
        attacker,
        Array.from({ length: 1_500 }, (_, n) => [`${n}.txt`, 'x']),
      ),
  },
  {
    name: 'large uploads that are given up',
    atOnce: 4,
    during: async (attacker) => {
      const socket = attacker.socket();
      socket.write(
        `POST ${attacker.external}/files/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attacker.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
      );
      const megabyte = Buffer.alloc(1 << 20, 'x');
      for (let n = 0; n < 40 && attacker.going && !socket.destroyed; n += 1)
        if (!socket.write(megabyte))
          await new Promise((done) => socket.once('drain', done).once('close', done));
      attacker.tally.add('given up');
      socket.destroy();
    },
  },
  prepared(
    'searches for all and nothing',
    async (attacker) => {
      for (let n = 0; n < 20; n += 1)
        await upload(attacker, [[`${n}.md`, `# A\n${words(30_000, n)}`]]);
    },
    (attacker) => {
      const word = (n: number): string => `w${(n * 13 + attacker.next()) % 5000}`;
      // The query has the maximum number of words and prefixes.
      const q = Array.from({ length: 30 }, (_, n) => (n < 4 ? `${word(n)}*` : `-${word(n)}`));
      const query = encodeURIComponent(q.join(' '));
      return attacker.ask('GET', `${attacker.external}/files/search?limit=100&q=${query}`);
    },
    8,
  ),
  {
    name: 'texts to index without end',
    atOnce: 4,
    during: (attacker) =>
      upload(attacker, [[`${attacker.next()}.md`, `# A\n${words(100_000, attacker.next())}`]]),
  },
  prepared(
    'a flood of documents for a knowledge base',
    knowledgeBase,
    (attacker, ws) =>
      upload(
        attacker,
        Array.from({ length: 20 }, () => [
          `${attacker.next()}.html`,
          `<h1>A</h1>${'<p>text</p>'.repeat(5_000)}`,
        ]),
        ws,
      ),
    8,
  ),
  prepared(
    'documents that unfold',
    async (attacker) => ({
      ws: await knowledgeBase(attacker),
      bombs: [
        'repeated rows and columns of an ods',
        'entities that grow a billion times',
        'a book with a chapter of 300 MiB',
      ].flatMap((name) => {
        const bomb = BOMBS[name];
        return bomb === undefined ? [] : [{ name: bomb.name, bytes: bomb.make(WHOLE) }];
      }),
    }),
    (attacker, { ws, bombs }) => {
      const n = attacker.next();
      const bomb = bombs[n % bombs.length];
      return upload(attacker, [[`${n}-${bomb?.name}`, bomb?.bytes ?? '']], ws);
    },
    4,
  ),
  prepared(
    'versions of a file, and copies of a directory',
    async (attacker) => {
      for (let n = 0; n < 5; n += 1)
        await upload(
          attacker,
          Array.from({ length: 100 }, (_, m) => [`${n}-${m}.md`, '# A\nx']),
        );
    },
    async (attacker) => {
      await attacker.ask('PUT', `${attacker.external}/files/content`, {
        body: { path: '/a/same.md', content: words(5_000, attacker.next()) },
      });
      await attacker.ask('POST', `${attacker.external}/files/copy`, {
        body: { from: '/a', to: `/b/${attacker.next()}` },
      });
    },
    8,
  ),
];
