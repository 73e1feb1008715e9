// Records when a task passes from one part of the server to the next. bench/breakdown.mjs preloads it into the server
// by `node --import`, so that the server itself contains no code for it. It supports one task at a time. If a traced
// part has been renamed, the server fails to start.
import { subscribe } from 'node:diagnostics_channel';

const dist = new URL('../dist/modules/', import.meta.url);
/** Pairs of a mark and its monotonic time in ms, in order. */
let marks = [];

function mark(name) {
  marks.push([name, Number(process.hrtime.bigint()) / 1e6]);
}

/** Records `before` when the method is called and `after` when its result has settled. */
async function watch(file, className, method, { before, after }) {
  const { [className]: found } = await import(new URL(file, dist).href);
  const original = found?.prototype[method];
  if (typeof original !== 'function') throw new Error(`bench: there is no ${className}.${method}`);
  found.prototype[method] = function (...args) {
    if (before) mark(before);
    const result = original.apply(this, args);
    if (after)
      Promise.resolve(result).then(
        () => mark(after),
        () => undefined,
      );
    return result;
  };
}

subscribe('http.server.request.start', ({ request }) => {
  if (request.method === 'POST') mark('received');
});
subscribe('http.server.response.finish', ({ request }) => {
  if (request.method === 'POST') mark('answered');
});
await import('reflect-metadata');
await watch('access/auth/auth.guard.js', 'AuthGuard', 'canActivate', { after: 'admitted' });
await watch('tasks/tasks/submission/submission.service.js', 'TaskSubmission', 'submit', {
  before: 'validated',
});
await watch('workflow/engine/queue/local-queue.js', 'LocalQueue', 'wake', {
  before: 'woken',
});
await watch('tasks/tasks/runs/script.executor.js', 'ScriptExecutor', 'start', {
  before: 'claimed',
});
await watch('sandbox/runtime/guest-session.js', 'GuestSession', 'send', { before: 'sent' });
await watch('sandbox/runtime/guest-session.js', 'GuestSession', 'finish', { before: 'ran' });
await watch('workflow/engine/runs/run-driver.js', 'RunDriver', 'reportEnd', { before: 'settled' });

process.on('message', (message) => {
  if (message !== 'trace') return;
  process.send(marks);
  marks = [];
});
