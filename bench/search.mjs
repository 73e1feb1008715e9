// Full-text search over many small files: how long indexing takes in the background, what requests meanwhile take, and
// how long searches take. `npm run bench:search`; `-- --quick` only shows that it works, `-- --json` prints JSON.
import { Agent, request } from 'node:http';
import { createDatabase } from './postgres.mjs';
import { onData } from './seed.mjs';
import { createServer } from './server.mjs';
import { clock, spread } from './statistics.mjs';

const quick = process.argv.includes('--quick');
const asJson = process.argv.includes('--json');
const FILES = Number(
  process.argv.find((arg) => arg.startsWith('--files='))?.slice(8) ?? (quick ? 100 : 10_000),
);
const ROUNDS = quick ? 3 : 60;
const AT_ONCE = 16;
const BYTES = 5_000;
const WORDS = 20_000;
/** In one of so many files. */
const RARE_EVERY = 500;
const QUERIES = {
  'a word of few files': 'rareword',
  'a word of most files': 'wa',
  'two words': 'wb wc',
  'a phrase': '"wa wb"',
  'a word, without another': 'rareword -wzzz',
  'the beginning of words': 'w1a*',
  'a word within a directory': 'wa&path=/d7',
};

let seed = 1;
/** From 0 to 1, the same in every run. */
function random() {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

/** Words as often as in a language: the n-th most frequent one n times as rare as the first. */
function word() {
  const rank = Math.floor(WORDS ** random());
  if (rank <= 26) return `w${String.fromCharCode(96 + rank)}`;
  return `w${rank.toString(36)}a`;
}

function document(number) {
  let text = `# Document ${number}\n\n`;
  for (let line = 1; text.length < BYTES; line += 1) {
    if (line % 15 === 0) text += `\n## ${word()} ${word()}\n\n`;
    text += `${Array.from({ length: 12 }, word).join(' ')}.\n`;
  }
  return number % RARE_EVERY === 0 ? `${text}\nrareword\n` : text;
}

class Site {
  agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(server) {
    this.server = server;
  }

  /** Ms that the answer took, and its body. */
  call(method, path, body) {
    const began = clock();
    return new Promise((resolve, reject) => {
      const url = `${this.server.url}/external/v1/projects/default/${path}`;
      const headers = {
        Authorization: `Bearer ${this.server.apiKey}`,
        'Content-Type': 'application/json',
      };
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

  async upload() {
    let next = 0;
    const one = async () => {
      for (let number = next++; number < FILES; number = next++)
        await this.call('PUT', 'files/content', {
          path: `/d${number % 20}/${number}.md`,
          content: document(number),
        });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }

  /** Asks for the number of files that are behind until it is 0; gives what small requests took meanwhile. */
  async indexed(query) {
    const meanwhile = [];
    while (
      Number(
        (
          await query("SELECT COUNT(*) AS n FROM files WHERE type = 'file' AND indexed_as IS NULL")
        )[0].n,
      ) > 0
    ) {
      meanwhile.push((await this.call('GET', 'tasks?limit=1')).ms);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return meanwhile.length === 0 ? null : spread(meanwhile);
  }
}

async function measure(name, adminUrl) {
  const database = adminUrl === '' ? null : await createDatabase(adminUrl);
  const server = await createServer({
    env: database ? { METARUN_DATABASE_URL: database.url } : {},
  });
  const say = (text) => process.stderr.write(`${name}: ${text}\n`);
  try {
    await server.start();
    const site = new Site(server);
    const query = (sql) => onData(server, sql);
    say(`writing ${FILES} files of ${BYTES} bytes`);
    const began = clock();
    await site.upload();
    const uploaded = clock();
    await site.indexed(query);
    const both = clock();
    say('indexing them anew');
    await server.stop();
    await query('DELETE FROM file_sections');
    if (!database) await query('DELETE FROM file_terms');
    await query('UPDATE files SET indexed_as = NULL');
    await server.start();
    const again = clock();
    const meanwhile = await site.indexed(query);
    const indexMs = clock() - again;
    say('searching');
    const searches = {};
    for (const [what, text] of Object.entries(QUERIES)) {
      const [q, path] = text.split('&path=');
      const url = `files/search?q=${encodeURIComponent(q)}${path ? `&path=${path}` : ''}`;
      const times = [];
      let results = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const { ms, body } = await site.call('GET', url);
        times.push(ms);
        results = body.length;
      }
      searches[what] = { results, ...spread(times) };
    }
    site.agent.destroy();
    const perSecond = (ms) => Math.round(FILES / (ms / 1000));
    return {
      writtenPerSecond: perSecond(uploaded - began),
      writtenAndIndexedPerSecond: perSecond(both - began),
      indexedPerSecond: perSecond(indexMs),
      requestsWhileIndexing: meanwhile,
      searches,
    };
  } finally {
    await server.remove();
    await database?.drop();
  }
}

function shown(name, result) {
  const ms = (value) => value.toFixed(1).padStart(8);
  const lines = [
    `${name}: ${FILES} files of ${BYTES} bytes`,
    `  written ${result.writtenPerSecond} a second, written and indexed ${result.writtenAndIndexedPerSecond}, indexed alone ${result.indexedPerSecond}`,
  ];
  const meanwhile = result.requestsWhileIndexing;
  if (meanwhile)
    lines.push(
      `  a list of tasks while indexing, ms: p50${ms(meanwhile.p50)} p95${ms(meanwhile.p95)}`,
    );
  lines.push('  searches, ms:                      p50     p95     max');
  for (const [what, times] of Object.entries(result.searches))
    lines.push(`    ${what.padEnd(26)}${ms(times.p50)}${ms(times.p95)}${ms(times.max)}`);
  return lines.join('\n');
}

const report = { sqlite: await measure('sqlite', '') };
const postgres = process.env.TEST_POSTGRES_URL ?? '';
if (postgres !== '') report.postgres = await measure('postgres', postgres);
else process.stderr.write('postgres: skipped, TEST_POSTGRES_URL names no server\n');
if (asJson) console.log(JSON.stringify(report, null, 2));
else
  console.log(
    Object.entries(report)
      .map(([name, result]) => shown(name, result))
      .join('\n\n'),
  );
