// Measures full-text search over many small files on SQLite and PostgreSQL: the time of background indexing, requests
// during it, and searches compared with reading one of the files. `npm run bench -- search`; `--vectors` also searches
// by embeddings of 768 numbers, `--files=1000` takes fewer files, `--database=postgres` one database, `--quick` only
// shows that the benchmark works, `--json` prints JSON. PostgreSQL is the server of TEST_POSTGRES_URL, or else one from
// npm.
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/embedded-postgres.ts';
import { modelOfEmbeddings } from './embeddings.mjs';
import { createDatabase } from './postgres.mjs';
import { BY_MEANING, BYTES, document, buildPath, QUERIES } from './search-corpus.mjs';
import { renderSearch } from './search-report.mjs';
import { onData } from './seed.mjs';
import { createServer } from './server.mjs';
import { clock, spread } from './statistics.mjs';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    vectors: { type: 'boolean' },
    json: { type: 'boolean' },
    files: { type: 'string' },
    database: { type: 'string', default: 'both' },
  },
});
const FILES = Number(flags.files ?? (flags.quick ? 100 : 10_000));
const ROUNDS = flags.quick ? 1 : 60;
const KINDS = { both: ['sqlite', 'postgres'], sqlite: ['sqlite'], postgres: ['postgres'] }[
  flags.database
];
if (!KINDS || !Number.isSafeInteger(FILES) || FILES < 1) {
  console.error('bench: --database is sqlite, postgres or both; --files is a whole number');
  process.exit(2);
}
const AT_ONCE = 16;
/** Number of files in a second workspace, whose searches are compared with those of the large one. */
const FEW = 20;
const WARM_UP = flags.quick ? 0 : 2;

class Site {
  agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(server) {
    this.server = server;
  }

  /** Returns the time of a request in ms, and the body of the response. */
  call(method, path, { body, token = this.server.apiKey } = {}) {
    const began = clock();
    return new Promise((resolve, reject) => {
      const url = `${this.server.url}/${path}`;
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const sent = request(url, { method, headers, agent: this.agent }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode >= 300) reject(new Error(`HTTP ${response.statusCode}: ${text}`));
          else resolve({ ms: clock() - began, body: JSON.parse(text) });
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  external(method, path, options) {
    return this.call(method, `external/v1/projects/default/${path}`, options);
  }

  async upload(count, ws) {
    let next = 0;
    const one = async () => {
      for (let number = next++; number < count; number = next++)
        await this.external('PUT', 'files/content', {
          body: { path: buildPath(number), content: document(number), ws },
        });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }

  async workspace(name) {
    const body = { name, kind: 'files' };
    const token = this.server.adminToken;
    return (await this.call('POST', 'projects/default/workspaces', { body, token })).body.id;
  }

  /**
   * Polls the number of files that are not yet indexed until it is 0. Returns the times of small requests meanwhile.
   */
  async indexed(query) {
    const behind = "SELECT COUNT(*) AS n FROM files WHERE type = 'file' AND indexed_as IS NULL";
    const meanwhile = [];
    while (Number((await query(behind))[0].n) > 0) {
      meanwhile.push((await this.external('GET', 'tasks?limit=1')).ms);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return meanwhile.length === 0 ? null : spread(meanwhile);
  }

  /** Enables embeddings and waits for all sections. Returns their number per second. */
  async embed(query, sections) {
    const began = clock();
    const token = this.server.adminToken;
    await this.call('PATCH', 'projects/default/search-settings', {
      body: { by_meaning: true },
      token,
    });
    const jobs = 'SELECT COUNT(*) AS n FROM section_vector_jobs';
    while (Number((await query(jobs))[0].n) > 0) await new Promise((done) => setTimeout(done, 100));
    return Math.round(sections / ((clock() - began) / 1000));
  }

  /** Measures requests one after another, in ms. `cpu` is the CPU time of the server process per request. */
  async rounds(path) {
    for (let round = 0; round < WARM_UP; round += 1) await this.external('GET', path);
    const times = [];
    let results = 0;
    const before = this.server.cpu().server;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ms, body } = await this.external('GET', path);
      times.push(ms);
      results = body.length;
    }
    return { results, cpu: (this.server.cpu().server - before) / ROUNDS, ...spread(times) };
  }
}

async function measure(kind, adminUrl) {
  const model = flags.vectors ? await modelOfEmbeddings() : null;
  const database = kind === 'postgres' ? await createDatabase(adminUrl) : null;
  const server = await createServer({
    env: {
      ...(database && { METARUN_DATABASE_URL: database.url }),
      ...(model && { ...model.env, METARUN_EMBED_FILES: 'chosen' }),
    },
  });
  const say = (text) => process.stderr.write(`${kind}: ${text}\n`);
  try {
    await server.start();
    const site = new Site(server);
    const query = (sql) => onData(server, sql);
    const few = await site.workspace('few');
    await site.upload(FEW, few);
    say(`writing ${FILES} files of ${BYTES} bytes`);
    const began = clock();
    await site.upload(FILES);
    const uploaded = clock();
    await site.indexed(query);
    const both = clock();
    say('indexing them again');
    if (!flags.quick) await server.stop();
    await query('DELETE FROM file_sections');
    if (!database) await query('DELETE FROM file_terms');
    await query('UPDATE files SET indexed_as = NULL');
    if (!flags.quick) await server.start();
    // Writing any file triggers the indexing of all files that are not up to date.
    else await site.upload(1, few);
    const again = clock();
    const meanwhile = await site.indexed(query);
    const indexMs = clock() - again;
    // Autovacuum would do this within a minute.
    if (database) await query('VACUUM ANALYZE file_sections, files');
    const [{ n: sections }] = await query('SELECT COUNT(*) AS n FROM file_sections');
    say('searching');
    const reference = await site.rounds(`files/content?path=${buildPath(0)}`);
    const searches = {};
    for (const [what, parameters] of Object.entries(QUERIES))
      searches[what] = await site.rounds(`files/search?${new URLSearchParams(parameters)}`);
    searches[`a word of ${FEW} files, in a workspace of theirs`] = await site.rounds(
      `files/search?${new URLSearchParams({ q: 'wa', ws: few })}`,
    );
    const embeddedPerSecond = model === null ? null : await site.embed(query, Number(sections));
    if (model)
      for (const [what, parameters] of Object.entries(BY_MEANING))
        searches[what] = await site.rounds(`files/search?${new URLSearchParams(parameters)}`);
    site.agent.destroy();
    const perSecond = (ms) => Math.round(FILES / (ms / 1000));
    return {
      files: FILES,
      sections: Number(sections),
      writtenPerSecond: perSecond(uploaded - began),
      writtenAndIndexedPerSecond: perSecond(both - began),
      indexedPerSecond: perSecond(indexMs),
      requestsWhileIndexing: meanwhile,
      embeddedPerSecond,
      reference,
      searches,
    };
  } finally {
    await server.remove();
    await database?.drop();
    await model?.stop();
  }
}

const postgres = KINDS.includes('postgres') ? await startPostgres() : null;
if (postgres) process.stderr.write(`postgres: ${postgres.what}\n`);
try {
  const report = {};
  for (const kind of KINDS) report[kind] = await measure(kind, postgres?.url);
  console.log(flags.json ? JSON.stringify(report, null, 2) : renderSearch(report));
} finally {
  await postgres?.stop();
}
