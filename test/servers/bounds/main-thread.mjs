// Preloaded into a server: measures on request, through a separate port, how long the main thread is blocked.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** Interval between two polls, in ms. Other work in the same interval is measured as well. */
const EVERY_MS = 4;

if (isMainThread && process.env.MAIN_THREAD_PORT_FILE !== undefined) {
  /** A text of a mebibyte, which is parsed repeatedly and compared with the time of an ordinary processor, in ms. */
  const REFERENCE = JSON.stringify(
    Object.fromEntries(Array.from({ length: 75_000 }, (_, at) => [`k${at + 1e6}`, 1])),
  );
  const REFERENCE_MS = 20;
  const REFERENCES = 3;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  let timer;
  let begun = { cpu: 0, rss: 0 };
  let last = 0;
  let piece = 0;
  let most = 0;
  let measuring = 0;

  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const poll = () => {
    const now = cpuMs();
    piece = Math.max(piece, now - last);
    most = Math.max(most, process.memoryUsage.rss());
    // The cost of the measurement does not count.
    last = cpuMs();
    measuring += last - now;
  };
  const begin = () => {
    collect();
    last = cpuMs();
    piece = 0;
    most = 0;
    measuring = 0;
    begun = { cpu: last, rss: process.memoryUsage.rss() };
    timer = setInterval(poll, EVERY_MS);
  };
  const end = () => {
    clearInterval(timer);
    poll();
    const total = last - begun.cpu - measuring;
    return { pieceMs: piece, totalMs: total, grownBytes: most - begun.rss };
  };
  /** Returns the factor by which the main thread is currently slower than an ordinary processor at fixed work. */
  const pace = () => {
    const before = cpuMs();
    for (let time = 0; time < REFERENCES; time += 1) JSON.parse(REFERENCE);
    return (cpuMs() - before) / REFERENCES / REFERENCE_MS;
  };
  const server = createServer((request, response) => {
    if (request.url === '/begin') {
      begin();
      response.end('{}');
    } else if (request.url === '/pace') response.end(JSON.stringify({ pace: pace() }));
    else response.end(JSON.stringify(end()));
  });
  server.listen(0, '127.0.0.1', () =>
    writeFileSync(process.env.MAIN_THREAD_PORT_FILE, String(server.address().port)),
  );
  server.unref();
}
