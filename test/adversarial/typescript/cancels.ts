import { atWholeSize, type Ending, type HostileCase } from '../support/hostile-case.js';

/** Returns a case whose script is cancelled and does not stop by itself. */
const deaf = (name: string, body: string, ...ends: Ending[]): HostileCase => ({
  name,
  body: `reporter.setPhase('Working');\n${body}`,
  metaTask: { timeout_seconds: 20 },
  cancelled: true,
  ends: ['cancelled', ...ends],
});
const wait = 'new Promise((done) => setTimeout(done, 10))';

export const cancels: HostileCase[] = [
  deaf('a loop', 'for (;;);'),
  deaf(
    'a loop that catches the end',
    `for (;;) { try { await ${wait}; reporter.setPhase('x'); } catch {} }`,
  ),
  deaf(
    'a listener that throws',
    'reporter.signal.onabort = () => { throw new Proxy({}, {}); }; await new Promise((done) => setTimeout(done, 60_000));',
  ),
  deaf(
    'a result after the cancel',
    'await new Promise((done) => { reporter.signal.onabort = done; setTimeout(() => {}, 60_000); }); return "finished";',
  ),
  ...atWholeSize(
    deaf('a loop in V8', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);'),
    deaf(
      'a loop of calls that catches the end',
      'for (;;) { try { await reporter.files.exists("/x"); } catch {} }',
    ),
    deaf(
      'a finally that never ends',
      `try { for (;;) { await ${wait}; reporter.setPhase('x'); } } finally { for (;;); }`,
    ),
    deaf(
      'a finally that sleeps for ever',
      `try { for (;;) { await ${wait}; reporter.setPhase('x'); } } finally { for (;;) await ${wait}; }`,
    ),
    deaf(
      'a listener that loops',
      'reporter.signal.addEventListener("abort", () => { for (;;); }); await new Promise((done) => setTimeout(done, 60_000));',
    ),
    deaf(
      'a listener that loops in V8',
      'reporter.signal.addEventListener("abort", () => { Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1); }); await new Promise((done) => setTimeout(done, 60_000));',
    ),
    deaf(
      'timers that set themselves again',
      'const again = () => setTimeout(again, 1); for (let i = 0; i < 100; i++) again(); await new Promise(() => {});',
    ),
    deaf(
      'a reason that is replaced',
      'Object.defineProperty(Object.getPrototypeOf(reporter.signal), "reason", { get() { for (;;); } }); for (;;) { await null; if (reporter.signal.aborted) reporter.signal.reason; }',
    ),
  ),
];
