import { describe, expect, it } from '@jest/globals';
import { authorSources } from './author-sources.js';

function createBundle(map: object): string {
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `run();\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}

const of = (sources: Record<string, string>, entry = 'main.ts'): ReturnType<typeof authorSources> =>
  authorSources(
    createBundle({
      sources: Object.keys(sources),
      sourcesContent: Object.values(sources),
      x_entry: entry,
    }),
  );

describe('the files of a bundle', () => {
  it('the files of a bundle are placed below their common folder', () => {
    const found = of({ 'jobs/a/main.ts': 'a', 'jobs/shared/b.ts': 'b' }, 'jobs/a/main.ts');
    expect(found?.entry).toBe('a/main.ts');
    expect([...(found?.files ?? [])]).toEqual([
      ['a/main.ts', 'a'],
      ['shared/b.ts', 'b'],
    ]);
    expect(of({ 'main.ts': 'a', '../b.ts': 'b' })?.entry).toMatch(/^r\/main\.ts$/);
  });

  it.each([
    ['metatask.yaml'],
    ['workspace/x.ts'],
    ['.metarun/task.json'],
    ['a/.git/config'],
    [`${'../'.repeat(40)}etc/x.ts`],
    ['a\\b.ts'],
    ['a\nb.ts'],
  ])('a bundle with the path %j puts no file in an unsafe place', (path) => {
    const found = of({ 'main.ts': 'a', [path]: 'b' });
    const paths = [...(found?.files.keys() ?? [])];
    // No path of a server leads out of the folder or replaces an existing file.
    expect(paths.filter((each) => /^(\.|\/|metatask\.yaml|workspace\/)/.test(each))).toEqual([]);
    if (!path.startsWith('../')) expect(found).toBeNull();
  });

  it('a script that is not a bundle or lacks its sources has no files', () => {
    expect(authorSources('export default () => 1;\n')).toBeNull();
    expect(authorSources(createBundle({ sources: ['main.ts'], mappings: '' }))).toBeNull();
    expect(of({ 'other.ts': 'a' })).toBeNull();
  });
});
