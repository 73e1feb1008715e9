// Simulates the environment of a server with streaming agents, as a worker thread of bench/streaming.mjs: the model
// provider and the readers of events. Measurements in the main thread thus do not wait for them.
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { clock } from './statistics.mjs';

const { agents, deltas, perSecond } = workerData;
const TEXT = 'word ';
const TICK_MS = 10;

/** Responses in progress. Writing starts once there is one for each agent and all readers are connected. */
const open = new Set();
let sent = 0;
let begun = null;
let ended = null;
const readers = { events: 0, pieces: 0, bytes: 0, open: 0 };

function buildChunk(delta, finish) {
  const usage = { prompt_tokens: 100, completion_tokens: deltas, total_tokens: 100 + deltas };
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
  return `data: ${JSON.stringify({ ...chunk, ...(finish === null ? {} : { usage }) })}\n\n`;
}

const DELTA = buildChunk({ content: TEXT }, null);
const END = `${buildChunk({}, 'stop')}data: [DONE]\n\n`;

const provider = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(buildChunk({ role: 'assistant', content: '' }, null));
    const answer = { response, written: 0 };
    open.add(answer);
    response.on('close', () => open.delete(answer));
  });
});
provider.listen(0, '127.0.0.1');
await once(provider, 'listening');

/** Writes what is due in each response; a late tick catches up. */
setInterval(() => {
  const now = clock();
  if (begun === null && open.size === agents && readers.open === agents + 1) begun = now;
  if (begun === null) return;
  for (const answer of open) {
    const due = Math.min(deltas, Math.floor(((now - begun) * perSecond) / 1000));
    for (; answer.written < due; answer.written += 1) {
      answer.response.write(DELTA);
      sent += 1;
    }
    if (answer.written < deltas) continue;
    answer.response.end(END);
    open.delete(answer);
    ended = clock();
  }
}, TICK_MS);

/** Reads an event stream to its end and counts its text events. */
function follow({ url, token }) {
  const headers = { Authorization: `Bearer ${token}` };
  const asked = get(url, { headers }, (response) => {
    readers.open += 1;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (piece) => {
      readers.bytes += piece.length;
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop();
      for (const block of blocks) {
        if (!block.includes('event: text')) continue;
        readers.events += 1;
        const { text } = JSON.parse(block.slice(block.indexOf('data: ') + 6));
        readers.pieces += text.length / TEXT.length;
      }
    });
    response.on('error', () => undefined);
    response.on('close', () => (readers.open -= 1));
  });
  asked.on('error', () => undefined);
}

parentPort.on('message', (message) => {
  if (message.follow) for (const reader of message.follow) follow(reader);
  const ms = begun === null ? 0 : (ended ?? clock()) - begun;
  parentPort.postMessage({
    streams: begun !== null && open.size === agents,
    sent,
    ms,
    readers: { ...readers },
  });
});
parentPort.postMessage({ url: `http://127.0.0.1:${provider.address().port}/v1` });
