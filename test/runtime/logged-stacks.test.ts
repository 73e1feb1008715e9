/** Errors and stacks that scripts log, in both TypeScript runtimes. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { bundled } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { RecordingHost } from '../support/recording-host.js';
import { run, runtime, warnings } from '../support/typescript-runs.js';

afterAll(async () => {
  removeFolders();
  await runtime.close();
  expect(warnings).toEqual([]);
});

/** Types shift the lines of the compiled code. */
const HEAD = `interface Params {
  // Types leave no lines.
  city: string;
}
class HttpError extends Error {
  status = 502;
  override name = 'HttpError';
}
function call(): never {
  throw new HttpError('the call failed', { cause: new TypeError('no route') });
}
`;

function script(body: string): string {
  return `${HEAD}export default async function run(params: Params, reporter: any) {\n${body}\n}\n`;
}

describe.each(['isolate', 'node'] as const)('a script of the runtime %s', (engine) => {
  /** Returns the log of a run without the stack frames of Node. */
  async function collectLog(source: string): Promise<string[]> {
    const host = new RecordingHost();
    await run(source, { engine, host });
    return host.events
      .filter((line) => !/^\w+: +at [^(]*\(node:[^)]*\)$/.test(line))
      .map((line) => line.replace(/(^\w+: +at [^(]*\(node:[^)]*\)) \{$/, '{'));
  }

  it('an error that a script logs shows the author’s lines and no frame of the product', async () => {
    const log = await collectLog(
      script('  try {\n    call();\n  } catch (error) {\n    console.error(error);\n  }'),
    );
    expect(log).toEqual([
      'error:HttpError: the call failed',
      'error:    at call (workflow.ts:10:9)',
      'error:    at run (workflow.ts:14:5) {',
      'error:  status: 502,',
      'error:  [cause]: TypeError: no route',
      'error:      at call (workflow.ts:10:51)',
      'error:      at run (workflow.ts:14:5)',
      'error:}',
    ]);
  });

  it.each([
    ['the text of a stack', 'console.log(new Error("x").stack);', 'info'],
    ['a stack of console.trace', 'console.trace("%s", "x");', 'error'],
    ['a stack on standard error', 'console.error(`${new Error("x").stack}`);', 'error'],
    ['a stack of reporter.log', 'reporter.log(new Error("x"), "warning");', 'warning'],
  ])('%s shows the author’s lines', async (_what, code, level) => {
    const [first = '', ...frames] = await collectLog(script(`  await null;\n  ${code}`));
    expect(first).toMatch(/^\w+:(?:Error|Trace): x$/);
    expect(frames).toEqual([expect.stringMatching(/^\w+: {4}at run \(workflow\.ts:14:\d+\)$/)]);
    expect(frames[0]).toMatch(new RegExp(`^${level}:`));
  });

  it('a stack that a step or a timer logs has the frames of the script alone', async () => {
    const host = new RecordingHost(async (method) =>
      method === 'step.begin' ? { state: 'run', id: '1' } : { state: 'success' },
    );
    await run(
      script(`  await reporter.step('a', () => console.error(new Error('one')));
  await new Promise((done) => setTimeout(() => done(console.error(new Error('two'))), 1));`),
      { engine, host },
    );
    expect(host.logged('error').filter((line) => !line.startsWith('    at process.'))).toEqual([
      'Error: one',
      expect.stringMatching(/^ {4}at \S*workflow\.ts:13:\d+\)?$/),
      expect.stringMatching(/^ {4}at async run \(workflow\.ts:13:\d+\)$/),
      'Error: two',
      expect.stringMatching(/^ {4}at .*workflow\.ts:14:\d+\)?$/),
    ]);
  });

  it('a stack that a bundle of several files logs shows their names', async () => {
    const main = `import { load } from './lib/load.js';
export default async function run() {
  try { load(); } catch (error) { console.error(error); }
}`;
    const { script: text } = await bundled(
      main,
      {
        'src/lib/load.ts':
          'interface A {\n  a: 1;\n}\n\nexport function load(): A {\n  throw new Error("x");\n}',
      },
      { engine },
    );
    expect(await collectLog(text)).toEqual([
      'error:Error: x',
      expect.stringMatching(/^error: {4}at load \((?:src\/)?lib\/load\.ts:6:9\)$/),
      expect.stringMatching(/^error: {4}at run \((?:src\/)?main\.ts:3:9\)$/),
    ]);
  });

  it('reports stay in their order around a stack', async () => {
    const host = new RecordingHost();
    await run(
      script(`  console.log('a'); reporter.setPhase('b'); console.log(new Error('c').stack.split('\\n')[1]);
  reporter.setPhase('d'); reporter.setProgress(5); console.log('e'); await reporter.files.read('/f').catch(() => null);
  console.log('g');`),
      { engine, host },
    );
    expect(host.events).toEqual([
      'info:a',
      'phase:b',
      expect.stringMatching(/^info: {4}at run \(workflow\.ts:13:/),
      'phase:d',
      'progress:5',
      'info:e',
      'info:g',
    ]);
  });

  it('an error that ends a run shows its members, its cause and the errors of a group', async () => {
    const outcome = await run(
      script(`  throw new AggregateError(
    [new HttpError('one'), new Error('two', { cause: 'text' }), 'three'],
    'many',
    { cause: new RangeError('why') },
  );`),
      { engine },
    );
    expect(outcome).toMatchObject({
      message: 'AggregateError: many',
      stack: [
        '    at run (workflow.ts:13:9)',
        '  Error 1 of 3: HttpError: one',
        '    at run (workflow.ts:14:6)',
        '      with { status: 502 }',
        '  Error 2 of 3: Error: two',
        '    at run (workflow.ts:14:28)',
        "  Caused by: 'text'",
        "  Error 3 of 3: 'three'",
        'Caused by: RangeError: why',
        '    at run (workflow.ts:16:14)',
      ].join('\n'),
    });
  });

  it('the members of an error that ends a run are shown up to a bound', async () => {
    const outcome = await run(
      script(`  const big = 'x'.repeat(100_000), list = new Array(100_000).fill(big);
  const error: any = new AggregateError(Array.from({ length: 1000 }, (_, n) => {
    const one: any = new Error('e'.repeat(3000));
    one.cause = one;
    return Object.assign(one, { n, big, list });
  }));
  Object.defineProperty(error, 'bad', { enumerable: true, get() { throw new Error('no'); } });
  throw Object.assign(error, { self: error });`),
      { engine },
    );
    const { stack } = outcome as { stack: string };
    expect(stack.length).toBeLessThanOrEqual(32_000);
    expect(stack.match(/Error \d+ of 1000/g)?.length).toBeLessThanOrEqual(16);
    expect(stack).toContain('bad: undefined');
  });
});
