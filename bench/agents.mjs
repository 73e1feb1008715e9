// Measures the overhead of agents and scripts beyond their model, of streaming agents, and of waiting agents:
// `npm run bench -- agents`. The model is a program that responds immediately. Calls are compared with plain requests
// to it, in alternation.
// `--quick` runs only a few of each, to show that the benchmark works. `--json` prints a JSON document instead of text.
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from './client.mjs';
import { startModel } from './model-double.mjs';
import { createServer } from './server.mjs';
import { clock, percentile } from './statistics.mjs';
import { Streaming } from './streaming.mjs';

const { values: flags } = parseArgs({
  options: { json: { type: 'boolean' }, quick: { type: 'boolean' } },
});
const SIZE = flags.quick
  ? { rounds: 1, turns: 4, waiting: 6, requests: 20, agents: 2, deltas: 50, perSecond: 100 }
  : {
      rounds: 10,
      turns: 30,
      waiting: 500,
      requests: 500,
      agents: 64,
      deltas: 2_000,
      perSecond: 100,
    };
/** Time within which agents that are meant to wait must do so, in ms. */
const SETTLED_MS = 300_000;
const HOUR = 3600;
/** Scripts that call the model as often as an agent does. */
const SCRIPTS = {
  python: `def run(params, reporter):
    for turn in range(${SIZE.turns}):
        reporter.ai.generate(f"kind-script {turn}")
`,
  typescript: `export default async function run(params: object, reporter: any) {
  for (let turn = 0; turn < ${SIZE.turns}; turn += 1) await reporter.ai.generate(\`kind-script \${turn}\`);
}
`,
};

/** Arrival times of the requests of the current agent. */
let arrived = [];
const streaming = new Streaming(SIZE);
const model = await startModel(
  (asked, turn) => {
    const [, kind = ''] = /kind-(\w+)/.exec(JSON.stringify(asked.messages)) ?? [];
    arrived.push(clock());
    if (kind === 'person') return turn === 0 ? [['ask_person', { question: 'Well?' }]] : 'done';
    if (kind === 'child') return turn === 0 ? [['task_sleeper', {}]] : 'done';
    if (kind === 'model') return { retryAfter: HOUR };
    if (kind === 'script') return 'done';
    if (turn === SIZE.turns) return 'done';
    // No tool has this name, so the model is called again without any other work.
    return [[kind === 'tools' ? 'files_exists' : 'no_tool', { path: `/${turn}` }]];
  },
  [await streaming.provider()],
);
const server = await createServer({ env: model.env });

try {
  await server.start();
  const client = new Client(server);
  await client.open();
  const result = {
    calls: await calls(client),
    streaming: await streaming.measure(client, server, await createAgent(client, 'stream', [])),
    waiting: await waiting(client),
  };
  console.log(flags.json ? JSON.stringify(result, null, 2) : render(result));
  client.close();
} finally {
  await server.remove();
  await model.stop();
  await streaming.stop();
}

async function createAgent(client, kind, tools, more = {}) {
  const chosen = kind === 'stream' ? 'stream/m' : 'bench/m';
  const front = { goal: `kind-${kind}`, model: chosen, tools: JSON.stringify(tools) };
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${value}\n`);
  const script = `---\n${lines.join('')}---\nDo it.\n`;
  const body = { name: kind, script, execution_mode: 'agent', ...more };
  const path = '/projects/default/task-types/';
  return (await client.call('POST', path, server.adminToken, body)).identifier;
}

/** Returns the CPU time of the server and its children so far, in ms. */
function cpuMs() {
  const { server: own, children } = server.cpu();
  return own + children;
}

/**
 * Measures a plain request, a model call by an agent, one that includes a tool call, and model calls by scripts; p50 in
 * ms.
 */
async function calls(client) {
  const kinds = {
    models: await createAgent(client, 'models', ['files.exists']),
    tools: await createAgent(client, 'tools', ['files.exists']),
    python: await client.createMetaTask('python', SCRIPTS.python),
    typescript: await client.createMetaTask('typescript', SCRIPTS.typescript),
  };
  const times = { plain: [], models: [], tools: [], python: [], typescript: [] };
  const cpu = { models: 0, tools: 0, python: 0, typescript: 0 };
  for (let round = 0; round <= SIZE.rounds; round += 1) {
    const seen = { plain: [], models: [], tools: [], python: [], typescript: [] };
    for (let turn = 0; turn < SIZE.turns; turn += 1) seen.plain.push(await plainRequest(turn));
    for (const [kind, identifier] of Object.entries(kinds)) {
      arrived = [];
      const before = cpuMs();
      await client.runTask(identifier);
      if (round > 0 || flags.quick) cpu[kind] += cpuMs() - before;
      seen[kind].push(...arrived.slice(1).map((at, index) => at - arrived[index]));
    }
    // The first round is a warm-up.
    if (round > 0 || flags.quick)
      for (const kind of Object.keys(times)) times[kind].push(...seen[kind]);
  }
  const [plain, models, tools, python, typescript] = Object.values(times).map((all) =>
    percentile(all, 0.5),
  );
  const count = times.plain.length;
  for (const kind of Object.keys(cpu)) cpu[kind] /= count;
  return {
    plain,
    model: models - plain,
    tool: tools - models,
    python: python - plain,
    typescript: typescript - plain,
    cpu,
    count,
  };
}

/** Measures a request like those of agents, without an agent, in ms. */
async function plainRequest(turns) {
  const messages = [{ role: 'user', content: 'kind-plain' }];
  for (let turn = 0; turn < turns; turn += 1)
    messages.push({ role: 'assistant', content: 'x' }, { role: 'user', content: 'y' });
  const body = JSON.stringify({ model: 'm', stream: true, messages });
  const began = clock();
  await new Promise((resolve, reject) => {
    const sent = request(`${model.url}/chat/completions`, { method: 'POST' }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(body);
  });
  return clock() - began;
}

/**
 * Measures memory, processes and response times, without agents and with agents that wait for a person, a task and a
 * model.
 */
async function waiting(client) {
  const script = `def run(params, reporter):\n    reporter.sleep(${HOUR})\n`;
  const body = { name: 'Sleeper', identifier: 'sleeper', script, script_language: 'python' };
  await client.call('POST', '/projects/default/task-types/', server.adminToken, body);
  const kinds = [
    await createAgent(client, 'person', ['ask_person']),
    await createAgent(client, 'child', ['task:sleeper']),
    await createAgent(client, 'model', []),
  ];
  const before = await measured(client);
  const began = clock();
  for (let index = 0; index < SIZE.waiting; index += 1) {
    const params = { index };
    const created = { task_type_identifier: kinds[index % kinds.length], params };
    await client.call('POST', `${client.external}/tasks`, client.token, created);
  }
  await allWait(client, kinds);
  const settledMs = clock() - began;
  return { count: SIZE.waiting, settledMs, before, after: await measured(client) };
}

async function allWait(client, kinds) {
  const began = clock();
  for (;;) {
    let others = 0;
    for (const status of ['pending', 'running', 'failed'])
      for (const kind of [...kinds, 'sleeper']) {
        const query = `task_type=${kind}&status=${status}&limit=1`;
        const rows = await client.call('GET', `${client.external}/tasks?${query}`, client.token);
        others += rows.length;
      }
    if (others === 0) return;
    if (clock() - began > SETTLED_MS) throw new Error('not all agents are waiting');
    await delay(500);
  }
}

async function measured(client) {
  await delay(flags.quick ? 200 : 5_000);
  const times = [];
  for (let index = 0; index < SIZE.requests; index += 1) {
    const began = clock();
    const [task] = await client.call('GET', `${client.external}/tasks?limit=50`, client.token);
    times.push(clock() - began);
    const again = clock();
    await client.call('GET', `${client.external}/tasks/${task.id}`, client.token);
    times.push(clock() - again);
  }
  return { ...server.memory(), p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function render({
  calls: { plain, model: call, tool, python, typescript, cpu, count },
  streaming: stream,
  waiting: { before, after, ...all },
}) {
  const of = ({ server: own, children, processes, p50, p99 }) =>
    `server ${own.toFixed(0)} MiB, ${processes} children ${children.toFixed(0)} MiB, requests p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  return [
    `p50 of ${count} each, in turns; ms`,
    `  plain request to the model     ${plain.toFixed(2)}`,
    `  more for a call of an agent    ${call.toFixed(2)}`,
    `  more for a call of a tool      ${tool.toFixed(2)}`,
    `  more for a call in Python      ${python.toFixed(2)}`,
    `  more for a call in TypeScript  ${typescript.toFixed(2)}`,
    `CPU time of the server and its children for a call, with its share of a task; ms`,
    `  ${Object.entries(cpu)
      .map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`)
      .join(', ')}`,
    '',
    `${stream.agents} agents whose model writes ${stream.perSecond.toFixed(0)} pieces of text a second each, and a reader of the events of each and of all`,
    `  requests p50 ${stream.p50.toFixed(1)} ms, p99 ${stream.p99.toFixed(1)} ms; the server takes ${(stream.cpu * 100).toFixed(0)} % of a core`,
    `  ${stream.sent} pieces were written, and ${stream.read} read in ${stream.events} events`,
    '',
    `${all.count} agents that wait, a third each for a person, a task and a model; all wait after ${(all.settledMs / 1000).toFixed(1)} s`,
    `  without  ${of(before)}`,
    `  with     ${of(after)}`,
  ].join('\n');
}
