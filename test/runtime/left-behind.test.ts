/** Work that a script has started but not awaited when its `run` returns, in both TypeScript runtimes. */
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { RecordingHost } from '../support/recording-host.js';
import { body, compile, run, runtime, start, warnings } from '../support/typescript-runs.js';

afterAll(async () => {
  await runtime.close();
  expect(warnings).toEqual([]);
});

const WAIT = 'await new Promise((done) => setTimeout(done, 5));';

/** Returns a host that begins and ends steps and never answers any other call. */
function hostOfSteps(): RecordingHost {
  return new RecordingHost(async (method): Promise<Json> => {
    if (method === 'step.begin') return { state: 'run', id: '1' };
    return method === 'step.end' ? { state: 'success' } : new Promise(() => undefined);
  });
}

async function collectWarnings(code: string, engine: 'isolate' | 'node'): Promise<string[]> {
  const host = hostOfSteps();
  expect(await run(body(code), { engine, host })).toMatchObject({ kind: 'success' });
  return host.logged('warning');
}

function cutOff(what: string): string {
  return `The run returned while something was still under way, and cut it off: ${what}. Await what has to be done.`;
}

describe.each(['isolate', 'node'] as const)('a run of the runtime %s', (engine) => {
  it.each([
    [
      'a step that is not awaited',
      `reporter.step('charge the card', async () => console.log('charging')); return 'ok';`,
      'the step "charge the card"',
    ],
    [
      'a step within which a call is under way',
      `await new Promise((begun) => reporter.step('a', () => (begun(0), reporter.files.write('/a', 'b'))));`,
      'the step "a", a call of reporter.files.write',
    ],
    [
      'several steps and a timer',
      `for (const name of ['a', 'b']) reporter.step(name, () => new Promise(() => {})); setTimeout(() => {}, 9_000);`,
      'the step "a", the step "b", 1 timer',
    ],
    [
      'calls of the reporter',
      `reporter.files.readLines('/a', 1); reporter.runTask('b'); reporter.output('c'); reporter.ai.embed(['d'], { model: 'e/f' });`,
      'a call of reporter.files.readLines, a call of reporter.runTask, a call of reporter.output, a call of reporter.ai.embed',
    ],
    [
      'an interval and a timeout',
      `setInterval(() => {}, 50); setTimeout(() => {}, 9_000);`,
      '2 timers',
    ],
    [
      'more than a line can name',
      `for (let n = 0; n < 20; n += 1) reporter.step('s' + n, () => {});`,
      `${Array.from({ length: 8 }, (_, n) => `the step "s${n}"`).join(', ')} and more`,
    ],
  ])('%s is named when the run returns', async (_what, code, words) => {
    expect(await collectWarnings(code, engine)).toEqual([cutOff(words)]);
  });

  it.each([
    [
      'work that is awaited',
      `await reporter.step('a', () => 1); ${WAIT} setImmediate(() => {}); ${WAIT}`,
    ],
    [
      'a timeout of a signal that has lost a race',
      `const signal = AbortSignal.timeout(9_000); ${WAIT} return signal.aborted;`,
    ],
    [
      'a timer that was cleared',
      'clearTimeout(setTimeout(() => {}, 9_000)); clearInterval(setInterval(() => {}, 50));',
    ],
    [
      'a timer that was unref’d',
      'setTimeout(() => {}, 9_000).unref(); setInterval(() => {}, 9_000).unref().ref().unref();',
    ],
    [
      'a wait that has lost a race',
      `await Promise.race([reporter.sleep(60), reporter.waitForEvent('e'), Promise.resolve()]);`,
    ],
    ['a time limit of a step', `await reporter.step('a', () => 1, { timeout: 60 });`],
    ['a promise that never settles', 'new Promise(() => {});'],
  ])('%s is nothing that is cut off', async (_what, code) => {
    expect(await collectWarnings(code, engine)).toEqual([]);
  });

  it.each([
    [
      'a step',
      `reporter.step('a', () => new Promise(() => {})); ${WAIT} throw new Error('b');`,
      'the step "a"',
    ],
    [
      'the other branches of Promise.all',
      `const fail = async () => { ${WAIT} throw new Error('b'); };
await Promise.all([reporter.files.read('/a'), new Promise((done) => setTimeout(done, 9_000)), fail()]);`,
      'a call of reporter.files.read, 1 timer',
    ],
    [
      'a timer, where a timer fails',
      `setTimeout(() => { throw new Error('b'); }); await new Promise((done) => setTimeout(done, 9_000));`,
      '1 timer',
    ],
  ])('%s is named when the run fails', async (_what, code, words) => {
    const host = hostOfSteps();
    expect(await run(body(code), { engine, host })).toMatchObject({ message: 'Error: b' });
    expect(host.events).toEqual([
      `warning:The run failed while something was still under way, and cut it off: ${words}.`,
    ]);
  });

  it('a run that is cancelled does not name what the cancel cuts off', async () => {
    const host = hostOfSteps();
    const code = `reporter.setPhase('on'); setTimeout(() => {}, 9_000); await reporter.files.read('/a');`;
    const handle = start(await compile(body(code), engine), { engine, host });
    await host.reported('phase:on');
    host.stop.request('cancelled', 1_000);
    expect(await handle.outcome).toMatchObject({ code: 'cancelled' });
    expect(host.events).toEqual(['phase:on']);
  });

  it('promises that need nothing else go on to their end before the run is over', async () => {
    const host = new RecordingHost(() => new Promise(() => undefined));
    const code = `(async () => {
  for (let turn = 0; turn < 1_000; turn += 1) await null;
  console.log('the last turn');
  setTimeout(() => {}, 9_000);
  await reporter.files.write('/a', 'b');
})(); return 'returned';`;
    const outcome = await run(body(code), { engine, host });
    expect(outcome).toEqual({ kind: 'success', result: 'returned' });
    expect(host.events).toEqual([
      'info:the last turn',
      `warning:${cutOff('a call of reporter.files.write, 1 timer')}`,
    ]);
  });

  it.each([
    ['as the last statement', `Promise.reject(new RangeError('lost'));`],
    ['just before `run` returns', `void fail(0); return 1;`],
    ['after `run` has returned', `void fail(100); return 1;`],
    ['after another has failed', `fail(50).catch(() => null); void fail(100); return 1;`],
  ])('a promise that is rejected %s and that nothing awaits fails the run', async (_when, code) => {
    const fail = `const fail = async (turns: number) => {
  for (let turn = 0; turn < turns; turn += 1) await null;
  throw new RangeError('lost');
};`;
    expect(await run(body(`${fail}\n${code}`), { engine })).toMatchObject({
      code: 'script_error',
      message: 'Unhandled promise rejection: RangeError: lost',
      stack: expect.stringMatching(/^ +at (fail|run) \(workflow\.ts:\d+:\d+\)$/m),
    });
  });

  it.each([
    [
      'a promise that is rejected',
      `void Promise.reject(new RangeError('lost'));`,
      'Unhandled promise rejection',
    ],
    [
      'an exception of a microtask',
      `await null; void Promise.resolve().then(() => queueMicrotask(() => { throw new RangeError('lost'); }));`,
      'Uncaught exception',
    ],
  ])('%s beside the error of the run is in the log, with its lines', async (_what, code, words) => {
    const host = new RecordingHost();
    const outcome = await run(body(`${code}\nthrow new Error('first');`), { engine, host });
    expect(outcome).toMatchObject({ message: 'Error: first' });
    expect(host.logged('error').slice(0, 2)).toEqual([
      `${words}: RangeError: lost`,
      expect.stringMatching(/^ +at .*workflow\.ts:2:\d+\)?$/),
    ]);
    expect(host.events.join()).not.toMatch(/runner\.mjs|bootstrap|isolated-vm/);
  });
});

it.each([
  [
    'a file operation',
    `for (let n = 0; n < 4; n += 1) pbkdf2('a', 'b', 400_000, 64, 'sha512', () => null);
fs.readFile('/proc/self/stat', () => null);`,
    '1 file operation',
  ],
  [
    'a worker thread',
    `await new Promise((ready) => new Worker('setInterval(() => {}, 9)', { eval: true }).on('online', ready));`,
    '1 worker thread',
  ],
  [
    'a worker thread that has ended',
    `await new Promise((ended) => new Worker('', { eval: true }).on('exit', ended));`,
    null,
  ],
  ['a worker thread that was unref’d', `new Worker('for (;;);', { eval: true }).unref();`, null],
  ['a file that was read', `await fs.promises.readFile('/proc/self/stat');`, null],
])('%s on Node is named where it is cut off', async (_what, code, words) => {
  const host = new RecordingHost();
  const source = `import fs from 'node:fs'; import { pbkdf2 } from 'node:crypto'; import { Worker } from 'node:worker_threads';\n${body(code)}`;
  const outcome = await run(source, { engine: 'node', host });
  expect(outcome).toMatchObject({ kind: 'success' });
  expect(host.logged('warning')).toEqual(words === null ? [] : [cutOff(words)]);
});

describe('the handlers of the end of a process of Node', () => {
  const SUCCESS = { kind: 'success', result: 'returned' };
  it.each([
    [
      'exit',
      `process.on('exit', (code) => console.log('exit', code)); return 'returned';`,
      SUCCESS,
      ['info:exit 0'],
    ],
    [
      'exit, where `run` fails',
      `process.once('exit', (code) => console.log('exit', code)); throw new Error('b');`,
      { message: 'Error: b' },
      ['info:exit 1'],
    ],
    [
      'exit, where the script ends its process',
      `process.on('exit', (code) => console.log('exit', code)); process.exit(3);`,
      { message: 'The script ended its process with exit code 3, before `run` returned.' },
      ['info:exit 3'],
    ],
    [
      'exit that end the process',
      `process.on('exit', () => (console.log('exit'), process.exit(0))); return 'returned';`,
      SUCCESS,
      ['info:exit'],
    ],
    [
      'beforeExit, whose work is awaited',
      `process.on('exit', () => console.log('exit')).on('beforeExit', async () => {
  await null;
  ${WAIT}
  await reporter.step('flush', () => console.log('flushed'));
  process.exit(0);
});
return 'returned';`,
      SUCCESS,
      ['info:flushed', 'info:exit'],
    ],
    [
      'beforeExit beside work that is cut off',
      `setTimeout(() => {}, 9_000); process.on('beforeExit', () => console.log('before')); return 'returned';`,
      SUCCESS,
      ['info:before', `warning:${cutOff('1 timer')}`],
    ],
    [
      'beforeExit, where `run` fails',
      `process.on('beforeExit', () => console.log('before')); throw new Error('b');`,
      { message: 'Error: b' },
      [],
    ],
  ])('those of %s are called', async (_which, code, outcome, events) => {
    const host = hostOfSteps();
    expect(await run(body(code), { engine: 'node', host })).toMatchObject(outcome);
    expect(host.events).toEqual(events);
  });

  it('exceptions in them are logged and change nothing', async () => {
    const host = new RecordingHost();
    const code = `process.on('beforeExit', async () => { throw new Error('rejected'); });
process.on('beforeExit', () => { throw new Error('before'); });
process.on('exit', () => { throw new Error('at the end'); });
return 'returned';`;
    expect(await run(body(code), { engine: 'node', host })).toEqual(SUCCESS);
    expect(host.logged('error').filter((line) => !line.includes('node:'))).toEqual([
      'Uncaught exception: Error: before',
      expect.stringContaining('workflow.ts:3:'),
      'Unhandled promise rejection: Error: rejected',
      expect.stringContaining('workflow.ts:2:'),
      'Uncaught exception: Error: at the end',
      expect.stringContaining('workflow.ts:4:'),
    ]);
  });

  it('an end of the process with an error as `run` returns fails the run', async () => {
    const code = `void Promise.resolve().then(() => null).then(() => null).then(() => process.exit(3)); return 1;`;
    expect(await run(body(code), { engine: 'node' })).toMatchObject({
      message: 'The script ended its process with exit code 3, as `run` returned.',
    });
  });
});
