// Compares tool calls over MCP with the same task over the API, created and awaited, in alternation on one server: one
// after another, several at a time, and all at once. `npm run bench -- mcp`; `--quick` only shows that the benchmark
// works, `--json` prints JSON.
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from './client.mjs';
import { SCRIPTS } from './load.mjs';
import { createServer } from './server.mjs';
import { clock, spread } from './statistics.mjs';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' } },
});
const CALLS = flags.quick ? 4 : 1_000;
/** Number of calls one after another. */
const ALONE = flags.quick ? 2 : 300;
const IN_FLIGHT = flags.quick ? [1, 2, 4] : [1, 8, CALLS];
/** Number of calls of one kind before the other kind follows, so that both are measured in the same minute. */
const BLOCK = flags.quick ? 2 : 50;
const WARM_UP = flags.quick ? 1 : 200;
const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const server = await createServer();
const agent = new Agent({ keepAlive: true, maxSockets: CALLS });

/** Returns the JSON of the response to a POST. Rejects if the request fails. */
function post(path, body, more = {}) {
  const text = JSON.stringify(body);
  const headers = {
    Authorization: `Bearer ${server.apiKey}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, agent };
    const sent = request(
      `${server.url}/external/v1/projects/default/${path}`,
      options,
      (answer) => {
        let read = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk) => (read += chunk));
        answer.on('end', () => {
          if (answer.statusCode < 300) resolve(JSON.parse(read));
          else reject(new Error(`POST ${path}: HTTP ${answer.statusCode} ${read}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

const KINDS = {
  api: async (identifier) => {
    const { id } = await post('tasks', { task_type_identifier: identifier, params: {} });
    const { status } = await post(`tasks/${id}/wait?timeout=300`, {});
    if (status !== 'success') throw new Error(`a task ended as ${status}`);
  },
  mcp: async (identifier) => {
    const params = { name: identifier, arguments: {}, _meta: META };
    const { result } = await post(
      'mcp?wait_seconds=60',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      {
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': REVISION,
        'Mcp-Method': 'tools/call',
        'Mcp-Name': identifier,
      },
    );
    if (result?.isError !== undefined || result?.content?.[0]?.text !== 'null')
      throw new Error(`a call returned ${JSON.stringify(result)}`);
  },
};

/** Measures `count` calls, `inFlight` at a time, in ms. */
async function times(call, identifier, count, inFlight) {
  const taken = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const began = clock();
      await call(identifier);
      taken.push(clock() - began);
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, worker));
  return taken;
}

/** Measures both kinds of calls in alternation, with the CPU time of the server per call, in ms. */
async function compare(identifier, inFlight) {
  const found = { api: { taken: [], cpu: 0 }, mcp: { taken: [], cpu: 0 } };
  const block = Math.max(BLOCK, inFlight);
  const rounds = Math.max(1, Math.round((inFlight === 1 ? ALONE : CALLS) / block));
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, call] of Object.entries(KINDS)) {
      const before = server.cpu().server;
      found[kind].taken.push(...(await times(call, identifier, block, inFlight)));
      found[kind].cpu += server.cpu().server - before;
    }
  const of = ({ taken, cpu }) => ({ ...spread(taken), cpu: cpu / taken.length });
  return { inFlight, api: of(found.api), mcp: of(found.mcp) };
}

try {
  await server.start();
  const identifier = await new Client(server).createMetaTask('typescript', SCRIPTS.typescript);
  for (const call of Object.values(KINDS)) await times(call, identifier, WARM_UP, 8);
  const report = [];
  for (const inFlight of IN_FLIGHT) report.push(await compare(identifier, inFlight));
  const ms = (value) => value.toFixed(1).padStart(9);
  const row = (what, { p50, p95, cpu }) => `  ${what.padEnd(24)}${ms(p50)}${ms(p95)}${ms(cpu)}`;
  const pages = report.map(({ inFlight, api, mcp }) =>
    [
      `${inFlight} in flight`,
      `  ${'ms'.padEnd(24)}${['p50', 'p95', 'CPU'].map((one) => one.padStart(9)).join('')}`,
      row('API, created and waited', api),
      row('MCP, one call', mcp),
      `  MCP p50 is ${(mcp.p50 - api.p50).toFixed(1)} ms later`,
    ].join('\n'),
  );
  const load = `load average ${loadavg()[0].toFixed(1)}`;
  console.log(flags.json ? JSON.stringify(report, null, 2) : [...pages, load].join('\n\n'));
} finally {
  agent.destroy();
  await server.remove();
}
