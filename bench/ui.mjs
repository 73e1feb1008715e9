// Measures the dashboard in a browser: `npm run bench -- ui`. A fixed page without a framework is measured in
// alternation with it, so that a busy or slow machine affects both.
// `--quick` runs only a few of each, to show that the benchmark works. `--json` prints a JSON document instead of text.
import { createServer as createHttpServer } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import { launchOptions } from '../test/support/browser/launch.ts';
import { createServer } from './server.mjs';
import { seed as seedTasks } from './seed.mjs';
import { clock, percentile } from './statistics.mjs';
import { heapOfMemories, measureScroll } from './ui-list.mjs';
import { FIXED_PAGE, frames, measureHeap } from './ui-page.mjs';
import { asPhone } from './ui-phone.mjs';

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean' }, quick: { type: 'boolean' } },
});
const SIZE = flags.quick
  ? { rounds: 1, lines: 300, steps: 30, runs: 20, frames: 10, tasks: 400, pages: 3, memories: 60 }
  : {
      rounds: 5,
      lines: 50_000,
      steps: 9_990,
      runs: 60,
      frames: 120,
      tasks: 1_000_000,
      pages: 31,
      memories: 1_000,
    };
const SPEEDS = [600, 2_000, 8_000];
const SCRIPTS = {
  Lines: `def run(params, reporter):
    for row in range(params["count"]):
        reporter.log(f"row {row} was read from the table of customers and booked as invoice {row * 7}")
`,
  Steps: `export default async function run(params: any, reporter: any) {
  const letter = (number: number) => String.fromCharCode(97 + (number % 26));
  const step = (row: number) =>
    reporter.step(\`book \${letter(row)}\${letter(row / 26)}\${letter(row / 676)}\`, () => row);
  for (let from = 0; from < params.count; from += 500)
    await Promise.all(Array.from({ length: Math.min(500, params.count - from) }, (_, at) => step(from + at)));
}
`,
  Nothing: 'def run(params, reporter):\n    return {"done": True}\n',
};
const RUNS = '/ui/p/default/runs';

const server = await createServer({ env: { METARUN_LIMITS: 'log_bytes=40000000' } });
const fixed = createHttpServer((_, answer) =>
  answer.writeHead(200, { 'Content-Type': 'text/html' }).end(FIXED_PAGE),
);
let browser;
try {
  await server.start();
  await new Promise((resolve) => fixed.listen(0, '127.0.0.1', resolve));
  browser = await playwright.launch(await launchOptions(['--enable-precise-memory-info']));
  const results = await measureAll(await seed());
  if (flags.json) console.log(JSON.stringify(results, null, 2));
  else print(results);
} finally {
  await browser?.close();
  fixed.close();
  await server.remove();
}

async function call(method, path, body) {
  const response = await fetch(server.url + path, {
    method,
    headers: { Authorization: `Bearer ${server.adminToken}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? null : response.json();
}

async function run(type, name, params = {}) {
  const body = { task_type_identifier: type, name, params };
  return (await call('POST', '/external/v1/projects/default/tasks', body)).id;
}

async function ended(id) {
  for (;;) {
    const task = await call('POST', `/external/v1/projects/default/tasks/${id}/wait?timeout=300`);
    if (task.finished_at === null) continue;
    if (task.status !== 'success') throw new Error(`${task.name}: ${task.error_message}`);
    return id;
  }
}

/**
 * Creates the data, including a long list of runs. Returns the ids of a run with many lines and of one with many steps.
 */
async function seed() {
  for (const [name, script] of Object.entries(SCRIPTS))
    await call('POST', '/projects/default/task-types/', {
      name,
      script,
      script_language: script.startsWith('export') ? 'typescript' : 'python',
      timeout_seconds: 1_800,
    });
  const [lines, steps] = await Promise.all([
    run('lines', 'Many lines', { count: SIZE.lines }).then(ended),
    run('steps', 'Many steps', { count: SIZE.steps }).then(ended),
  ]);
  for (let index = 0; index < SIZE.runs; index += 1) await run('nothing', `Run ${index}`);
  const about = { kind: 'fact', scope: 'project' };
  for (let index = 0; index < SIZE.memories; index += 1)
    await call('POST', '/external/v1/projects/default/memories', {
      ...about,
      text: `Customer ${index} of the shop wants invoice ${index * 7} by mail, not on paper.`,
    });
  // The list is as long as that of a service after several years.
  await server.stop();
  await seedTasks(server, 'nothing', 'finished', SIZE.tasks, { bare: true });
  await server.start();
  return { lines, steps };
}

/** Returns a signed-in page of a browser with an empty cache. */
async function freshPage() {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: server.url });
  const answer = await context.request.post('/auth/sessions', {
    data: { token: server.adminToken },
    headers: { Origin: server.url },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return { context, page: await context.newPage() };
}

async function timed(work) {
  const began = clock();
  await work();
  return clock() - began;
}

async function measureAll({ lines, steps }) {
  const times = {};
  const note = (name, value) => (times[name] ??= []).push(value);
  let heap;
  let heapWithMemories;
  for (let round = 0; round < SIZE.rounds; round += 1) {
    await measureFixed(note);
    const { context, page } = await freshPage();
    await measureList(page, note);
    await measureEvent(page, context, note);
    await measureRun(page, lines, note);
    heap = await measureLog(page, lines, note);
    await measureTimeline(page, steps, note);
    await measureScroll(page, SIZE.pages, note);
    heapWithMemories = await heapOfMemories(page, SIZE.memories);
    await context.close();
    await measurePhone(note);
  }
  return {
    load: loadavg()[0],
    rounds: SIZE.rounds,
    bytes: await bytesOfFirstLoad(),
    heap_mib: heap,
    heap_memories_mib: heapWithMemories,
    medians: Object.fromEntries(
      Object.entries(times).map(([name, values]) => [name, percentile(values, 0.5)]),
    ),
  };
}

async function measureFixed(note) {
  const context = await browser.newContext();
  const page = await context.newPage();
  note(
    'fixed page, shown, ms',
    await timed(async () => {
      await page.goto(`http://127.0.0.1:${fixed.address().port}/`);
      await page.locator('#row-49').waitFor();
    }),
  );
  for (const speed of SPEEDS)
    note(
      `fixed page, scrolled by ${speed} px, fps`,
      await page.evaluate(frames, ['#list', speed, SIZE.frames]),
    );
  await context.close();
}

/** Returns the transferred bytes of the first load of the list: scripts and styles. */
async function bytesOfFirstLoad() {
  const html = await (await fetch(`${server.url}${RUNS}`)).text();
  const assets = [...html.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map(([, path]) => path);
  const sizes = assets.map(async (path) => {
    const answer = await fetch(`${server.url}/ui/${path}`, {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    await answer.arrayBuffer();
    return Number(answer.headers.get('content-length'));
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function measureList(page, note) {
  note('list, shown, ms', await timed(() => shownList(page)));
  await page.getByText('live', { exact: true }).waitFor();
  let requests = 0;
  const onRequest = () => (requests += 1);
  page.on('request', onRequest);
  await delay(flags.quick ? 100 : 3_000);
  page.off('request', onRequest);
  note('requests while nothing happens', requests);
}

async function measurePhone(note) {
  const { context, page } = await freshPage();
  if (!flags.quick) await asPhone(page);
  for (const when of ['the first time', 'again'])
    note(`list on a phone, shown ${when}, ms`, await timed(() => shownList(page)));
  await context.close();
}

async function shownList(page) {
  await page.goto(RUNS);
  await page.locator('tbody tr[data-index]').first().waitFor();
}

async function measureEvent(page, context, note) {
  const other = await context.newPage();
  await other.goto(RUNS);
  await other.getByText('live', { exact: true }).waitFor();
  const name = `New ${Math.random()}`;
  note(
    'created, row in another tab, ms',
    await timed(async () => {
      await run('nothing', name);
      await other.getByText(name).waitFor();
    }),
  );
  await other.close();
}

async function measureRun(page, id, note) {
  note(
    'run, shown from its link, ms',
    await timed(async () => {
      await page.goto(`${RUNS}/${id}`);
      await page.getByRole('heading', { level: 1, name: 'Many lines' }).waitFor();
      await page.locator('.last-lines .log-line').first().waitFor();
    }),
  );
}

/** Measures the log. Returns the memory of the page with the whole log, in MiB. */
async function measureLog(page, id, note) {
  const last = `row ${SIZE.lines - 1} `;
  note(
    'log, its end shown, ms',
    await timed(async () => {
      await page.goto(`${RUNS}/${id}?tab=logs`);
      await page.locator('.log-line').filter({ hasText: last }).waitFor();
    }),
  );
  const search = page.getByRole('searchbox');
  note(
    'log, all read and searched, ms',
    await timed(async () => {
      await search.fill('table of');
      await found(page, SIZE.lines).waitFor();
    }),
  );
  note(
    'log, another text searched, ms',
    await timed(async () => {
      await search.fill('row 1');
      await found(page, startingWithOne(SIZE.lines)).waitFor();
    }),
  );
  await search.fill('');
  for (const speed of SPEEDS)
    note(
      `log, scrolled by ${speed} px, fps`,
      await page.evaluate(frames, ['.log', speed, SIZE.frames]),
    );
  return measureHeap(page);
}

/** Returns the element that shows the number of lines in which a text was found. */
function found(page, count) {
  return page.getByRole('status').getByText(count.toLocaleString('en'), { exact: true });
}

function startingWithOne(count) {
  return Array.from({ length: count }, (_, row) => String(row)).filter((row) => row.startsWith('1'))
    .length;
}

async function measureTimeline(page, id, note) {
  note(
    'timeline, shown, ms',
    await timed(async () => {
      await page.goto(`${RUNS}/${id}?tab=timeline`);
      await page.getByText(`${(SIZE.steps + 1).toLocaleString('en')} spans`).waitFor();
    }),
  );
  for (const speed of SPEEDS)
    note(
      `timeline, scrolled by ${speed} px, fps`,
      await page.evaluate(frames, ['.timeline', speed, SIZE.frames]),
    );
}

function print({ load, rounds, bytes, heap_mib: heap, heap_memories_mib: more, medians }) {
  const shown = medians['fixed page, shown, ms'];
  console.log(
    `medians of ${rounds}; load ${load.toFixed(1)}; ${SIZE.tasks} runs, ${SIZE.lines} lines, ${SIZE.steps} steps`,
  );
  console.log(`first load, compressed  ${(bytes / 1024).toFixed(0)} KiB`);
  console.log(`heap with the whole log ${heap.toFixed(0)} MiB`);
  console.log(`heap with ${SIZE.memories} memories ${more.toFixed(0)} MiB`);
  for (const [name, value] of Object.entries(medians)) {
    const speed = /by (\d+) px, fps$/.exec(name)?.[1];
    const beside = speed
      ? `${(value / medians[`fixed page, scrolled by ${speed} px, fps`]).toFixed(2)} × fixed page`
      : name.endsWith('ms')
        ? `${(value / shown).toFixed(1)} × fixed page`
        : '';
    console.log(`${name.padEnd(42)} ${value.toFixed(0).padStart(6)}  ${beside}`);
  }
}
