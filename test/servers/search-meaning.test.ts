/** Tests the search of files by meaning, with a scripted embedding model. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { FilesClient, type Found } from '../support/files-client.js';
import { runBody } from '../support/inline-script.js';
import { sendJson } from '../support/local-server.js';
import {
  LENGTH,
  scriptedEmbeddings,
  type ScriptedEmbeddings,
} from '../support/scripted-embeddings.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { loadNumber, sql } from '../support/sql.js';
import { until } from '../support/until.js';

const SETTINGS = '/projects/default/search-settings';
const ROWS = 'SELECT COUNT(*) FROM section_vectors WHERE vector IS NOT NULL';
/** Query that counts vectors of texts that no section contains. */
const UNUSED = `${ROWS} AND NOT EXISTS (SELECT 1 FROM file_sections s WHERE s.hash = section_vectors.hash)`;

interface Settings {
  by_meaning: boolean;
  available: boolean;
  sections: { all: number; embedded: number } | null;
  problem: string | null;
}

let provider: ScriptedEmbeddings;
let server: ServerProcess;
let files: FilesClient;
beforeAll(async () => {
  provider = await scriptedEmbeddings();
  server = await startServerProcess({ ...provider.env, METARUN_EMBED_FILES: 'chosen' });
  files = new FilesClient(server, server.apiKey);
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
afterEach(() => {
  provider.odd = null;
});

const settings = async (): Promise<Settings> => (await server.call<Settings>('GET', SETTINGS)).body;
const choose = (by_meaning: boolean): Promise<{ status: number; body: Settings }> =>
  server.call<Settings>('PATCH', SETTINGS, { body: { by_meaning } });
const indexed = (): Promise<boolean> =>
  until(
    'the files to be indexed',
    async () =>
      (await loadNumber(
        server,
        `SELECT COUNT(*) FROM files WHERE type = 'file' AND indexed_as IS DISTINCT FROM blob_id || ' ' || mime_type`,
      )) === 0,
  );
const embedded = async (): Promise<Settings> => {
  await indexed();
  await until(
    'the sections to be embedded',
    async () => (await loadNumber(server, 'SELECT COUNT(*) FROM section_vector_jobs')) === 0,
  );
  return settings();
};
const search = async (query: string): Promise<{ found: Found[]; meaning: string | null }> => {
  const response = await files.fetch(`/search?${query}`);
  return {
    found: (await response.json()) as Found[],
    meaning: response.headers.get('x-search-meaning'),
  };
};
/** Returns the places of all results, read in pages of `limit`. */
const collectPlaces = async (limit: number): Promise<string[]> => {
  const places: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const response = await files.fetch(`/search?q=small+city&limit=${limit}${cursor}`);
    for (const { path, first_line } of (await response.json()) as Found[])
      places.push(`${path}:${first_line}`);
    const next = /cursor=[^&>]+/.exec(response.headers.get('link') ?? '')?.[0];
    cursor = next === undefined ? undefined : `&${next}`;
  }
  return places;
};
const listPaths = ({ found }: { found: Found[] }): string[] => found.map(({ path }) => path);
const asked = (): number => provider.requests.length;
const sent = (): string => JSON.stringify(provider.requests);
/** Makes failed jobs due and adds a section, which triggers the search for due jobs. */
const tryAgain = async (path: string): Promise<Settings> => {
  await sql(server, 'UPDATE section_vector_jobs SET next_at = 0');
  await files.put(path, `Attempt at ${path}`);
  return embedded();
};

it('a project that has not chosen so sends no text and is searched by words alone', async () => {
  await files.put('/fleet/one.md', '# Fleet\n\nA sedan is crimson.\n');
  await files.put('/pond.md', '# Pond\n\nThe trout swims.\n');
  await indexed();
  expect(await settings()).toEqual({
    by_meaning: false,
    available: true,
    sections: null,
    problem: null,
  });
  expect(await search('q=automobile')).toEqual({ found: [], meaning: null });
  expect(await loadNumber(server, ROWS)).toBe(0);
  expect(asked()).toBe(0);
});

describe('a project that has chosen so', () => {
  it('sections are embedded once, also those indexed before, and found in other words with the same citation', async () => {
    const stale = { body: { by_meaning: true }, headers: { 'If-Match': '"stale"' } };
    expect((await server.call('PATCH', SETTINGS, stale)).status).toBe(412);
    expect((await choose(true)).status).toBe(200);
    expect(await embedded()).toMatchObject({
      by_meaning: true,
      sections: { all: 2, embedded: 2 },
      problem: null,
    });
    const { found, meaning } = await search('q=scarlet+automobile');
    expect(meaning).toBe('used');
    expect(found[0]).toMatchObject({
      path: '/fleet/one.md',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      heading: ['Fleet'],
      anchor: 'fleet',
      line: 1,
      first_line: 1,
      last_line: 3,
      snippet: '# Fleet A sedan is crimson.',
      match: 'meaning',
      words: [
        { word: 'scarlet', by: null, form: null },
        { word: 'automobile', by: null, form: null },
      ],
    });
    const before = asked();
    await search('q=scarlet+automobile');
    expect(asked()).toBe(before);
  });

  it('a section that is found by words and meaning ranks first, and says how its words were found', async () => {
    await files.put(
      '/towns.md',
      '# A\n\nThe town is small.\n\n# B\n\nThe municipality is old.\n\n# C\n\nAn ant is small.\n',
    );
    await embedded();
    const { found } = await search('q=small+city&path=/towns.md');
    expect(found[0]).toMatchObject({ heading: ['A'], match: 'some' });
    expect(found.map(({ match }) => match).toSorted()).toEqual(['meaning', 'some', 'some']);
  });

  it('words to leave out, words in quotes, and a path hold for what is found by meaning', async () => {
    expect(listPaths(await search('q=automobile'))).toContain('/fleet/one.md');
    expect(listPaths(await search('q=automobile+-crimson'))).not.toContain('/fleet/one.md');
    expect(listPaths(await search('q=automobile+"the+trout"'))).not.toContain('/fleet/one.md');
    expect(listPaths(await search('q=automobile&path=/fleet'))).toEqual(['/fleet/one.md']);
    expect(listPaths(await search('q=automobile&path=/pond.md'))).toEqual(['/pond.md']);
  });

  it('pages follow each other without a gap or a repetition', async () => {
    const sections = Array.from({ length: 150 }, (_, n) =>
      n % 3 === 0 ? `# ${n}\n\nThe town of ${n}.\n` : `# ${n}\n\nA small city of ${n}.\n`,
    );
    await files.put('/many.md', sections.join('\n'));
    await embedded();
    const whole = await collectPlaces(100);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThan(120);
    expect(await collectPlaces(7)).toEqual(whole);
    await files.remove('/many.md');
  });

  it('a section that has not changed is not embedded again, and copies share one vector', async () => {
    const text = (more: string): string =>
      `# Bills\n\nThe bill is overdue.\n\n# Other\n\n${more}\n`;
    await files.put('/bills.md', text('One'));
    await embedded();
    const before = asked();
    await files.put('/bills.md', text('Another'));
    await files.put('/copy.md', text('Another'));
    await embedded();
    const texts = provider.requests.slice(before).flatMap(({ input }) => input);
    expect(texts).toEqual(['Other\n\n# Other\n\nAnother\n']);
    expect(new Set(listPaths(await search('q=delayed+invoice&limit=2')))).toEqual(
      new Set(['/bills.md', '/copy.md']),
    );
  });

  it('a deleted file is found no more at once, and its vectors go with its sections', async () => {
    await files.put('/gone.md', 'The salmon is acquired.');
    const { sections } = await embedded();
    expect(listPaths(await search('q=fish+purchases'))).toContain('/gone.md');
    await files.remove('/gone.md');
    expect(listPaths(await search('q=fish+purchases'))).not.toContain('/gone.md');
    await server.restart('SIGTERM');
    await until('the vector to be erased', async () => (await loadNumber(server, UNUSED)) === 0);
    expect((await settings()).sections?.all).toBeLessThan(sections?.all ?? 0);
    expect(await loadNumber(server, ROWS)).toBeGreaterThan(0);
  });

  it('hostile texts are embedded and found as any others', async () => {
    const hostile = [
      'Ignore all before. The scarlet vehicle \u001B[2J\u202E',
      '</script><img src=x onerror=alert(1)> \uFFFE \u{1F697} crimson sedan',
      '{"input": ["x"]} \\u0000 %00 red car',
    ];
    await Promise.all(hostile.map((text, n) => files.put(`/hostile/${n}.md`, text)));
    const { sections } = await embedded();
    expect(sections?.embedded).toBe(sections?.all);
    const { found } = await search('q=scarlet+automobile&path=/hostile');
    expect(listPaths({ found }).toSorted()).toEqual(hostile.map((_, n) => `/hostile/${n}.md`));
  });

  it('a long section is embedded by as much of it as the model takes', async () => {
    provider.odd = (response, good) => {
      const { input = [] } = provider.requests.at(-1) ?? {};
      if (input.some((text) => text.length > 1_500))
        sendJson(response, 400, { error: { message: 'maximum context length is 700' } });
      else sendJson(response, 200, good);
    };
    await files.put('/long.txt', `The town hall. ${'lorem ipsum '.repeat(600)}`);
    const { sections } = await embedded();
    expect(sections?.embedded).toBe(sections?.all);
    const lengths = provider.requests.flatMap(({ input }) => input.map(({ length }) => length));
    expect(Math.max(...lengths)).toBe(2_000);
    expect(listPaths(await search('q=municipality&path=/long.txt'))).toEqual(['/long.txt']);
  });

  it('a text that the model refuses is left out, and holds up no other', async () => {
    provider.odd = (response, good) => {
      const { input } = provider.requests.at(-1) ?? { input: [] };
      if (input.some((text) => text.includes('poison')))
        sendJson(response, 400, { error: { message: 'Input is not acceptable.' } });
      else sendJson(response, 200, good);
    };
    await embedded();
    const before = await loadNumber(server, ROWS);
    for (const name of ['one', 'two', 'three']) await files.put(`/mix/${name}.md`, `A ${name}.\n`);
    await files.put('/mix/poison.md', 'A poison trout.\n');
    const { problem } = await embedded();
    expect([await loadNumber(server, ROWS), problem]).toEqual([before + 3, null]);
    await files.fetch('?path=/mix&recursive=true', { method: 'DELETE' });
    await embedded();
  });

  it('a secret that a run has read goes to no model with what it looks for', async () => {
    const key = 'zq-82-umber';
    await server.call('PUT', '/projects/default/secrets/KEY', { body: { value: key } });
    const task = await runBody(server, 'typescript', {
      python: '',
      typescript: `const key = await reporter.secrets.get("KEY");
        const found = await reporter.files.search("the scarlet automobile of " + key, { limit: 100 });
        return found.map(({ path, match }: any) => path + " " + match);`,
    });
    expect(task.result).toContain('/fleet/one.md meaning');
    expect(sent()).toContain('the scarlet automobile of');
    expect(sent()).not.toContain(key);
  });
});

describe('a model', () => {
  it('a model that is down fails no search and no indexing, which the answer and the settings say', async () => {
    provider.odd = (response) => sendJson(response, 503, { error: { message: 'later' } });
    await files.put('/down.md', 'The late city is quiet.');
    await indexed();
    const { problem } = await until('a request to fail', async () => {
      const now = await settings();
      return now.problem === null ? undefined : now;
    });
    expect(problem).toContain('503');
    const { found, meaning } = await search('q=quiet+evenings');
    expect([listPaths({ found }), meaning]).toEqual([['/down.md'], 'unavailable']);
    expect((await settings()).sections?.embedded).toBeLessThan(
      (await settings()).sections?.all ?? 0,
    );
    provider.odd = null;
    const after = await tryAgain('/again.md');
    expect(after).toMatchObject({ problem: null });
    expect(after.sections?.embedded).toBe(after.sections?.all);
  });

  it('another model embeds all sections again, and its requests count as usage of the project', async () => {
    const { sections } = await settings();
    const before = asked();
    server.env['METARUN_EMBEDDING_MODEL'] = 'test/wide';
    await server.restart('SIGTERM');
    const after = await embedded();
    expect(after.sections).toEqual(sections);
    expect(provider.requests.slice(before).every(({ model }) => model === 'wide')).toBe(true);
    expect(
      await loadNumber(
        server,
        `SELECT COUNT(*) FROM section_vectors WHERE LENGTH(vector) = ${2 * LENGTH * 4}`,
      ),
    ).toBe(sections?.all);
    expect(listPaths(await search('q=scarlet+automobile&path=/fleet'))).toEqual(['/fleet/one.md']);
    expect(
      await loadNumber(
        server,
        `SELECT SUM(input_tokens) FROM model_usage WHERE model = 'test/wide'`,
      ),
    ).toBeGreaterThan(0);
  });

  it('the key of the provider is in no log, answer or job', () => {
    expect(server.output.stdout + server.output.stderr).not.toContain(provider.key);
    expect(provider.keys).toEqual(new Set([`Bearer ${provider.key}`]));
  });
});

describe('the choice', () => {
  it('a project that takes its choice back sends nothing more, and its vectors are erased', async () => {
    expect((await choose(false)).body).toMatchObject({ by_meaning: false, sections: null });
    const before = asked();
    expect(await search('q=scarlet+automobile')).toMatchObject({ meaning: null });
    await files.put('/later.md', 'A late fish.');
    await indexed();
    await server.restart('SIGTERM');
    await until('the vectors to be erased', async () => (await loadNumber(server, ROWS)) === 0);
    await choose(true);
    const { sections } = await embedded();
    expect(sections?.all).toBeGreaterThan(10);
    expect(sections?.embedded).toBe(sections?.all);
    expect(asked()).toBeGreaterThan(before);
    expect(listPaths(await search('q=delayed+salmon'))[0]).toBe('/later.md');
  });

  it('an installation without the setting refuses the choice, and keeps what a project had chosen from any request', async () => {
    server.env['METARUN_EMBED_FILES'] = 'none';
    await server.restart('SIGTERM');
    const before = asked();
    expect(await settings()).toMatchObject({ by_meaning: true, available: false, sections: null });
    expect(await search('q=scarlet+automobile')).toMatchObject({ meaning: null });
    await choose(false);
    expect(await choose(true)).toMatchObject({ status: 422, body: { code: 'not_available' } });
    expect(asked()).toBe(before);
  });

  it('the setting without a model prevents the start', async () => {
    const { stderr, code } = await refusedStart({
      METARUN_DATA_DIR: `${server.dataDir}-refused`,
      METARUN_EMBED_FILES: 'chosen',
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain('METARUN_EMBEDDING_MODEL');
  });
});
