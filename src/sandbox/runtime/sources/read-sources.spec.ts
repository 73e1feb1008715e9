import { expect, it } from '@jest/globals';
import { readSources } from './read-sources.js';

const CODE = 'let x = 0;\nexport function run() { return x; }\n';

/** Returns a bundle whose map has one file of the author, and `more`. */
function bundle(more: object = {}): string {
  const map = {
    version: 3,
    sources: ['main.ts'],
    sourcesContent: [CODE],
    x_entry: 'main.ts',
    names: [],
    mappings: 'AAAA',
    ...more,
  };
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `// metarun bundle {}\n${CODE}//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}

it.each([
  ['a small', bundle()],
  ['a large', bundle({ more: 'x'.repeat(200_000) })],
])('%s bundle is taken apart', async (_, script) => {
  const { entry, files, areWritten } = await readSources('sources', {
    script,
    language: 'typescript',
  });
  expect([entry, [...files], areWritten]).toEqual(['main.ts', [['main.ts', CODE]], true]);
});

it('a map of many files is taken for none', async () => {
  const sources = Array.from({ length: 100_000 }, (_, at) => `${at}.ts`);
  const script = bundle({ sources, sourcesContent: sources, x_entry: '0.ts' });
  const { files, areWritten } = await readSources('sources', { script, language: 'typescript' });
  expect([files.size, areWritten]).toEqual([1, false]);
});

/**
 * Returns the lowest CPU time of this thread over five runs of some work, in ms; some runs include a garbage
 * collection.
 */
async function leastCpuMs(work: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    taken.push((user + system) / 1000);
  }
  return Math.min(...taken);
}

it('a large map is read beside the event loop, which only copies it', async () => {
  const script = bundle({ z: Array.from({ length: 3_000_000 }, () => []) });
  const read = await leastCpuMs(() => readSources('sources', { script, language: 'typescript' }));
  const encoded = script.slice(script.lastIndexOf(',') + 1);
  const parse = await leastCpuMs(() => JSON.parse(Buffer.from(encoded, 'base64').toString()));
  expect(read).toBeLessThan(parse / 3);
});
