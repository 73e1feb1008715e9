import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger, ofRun } from '../../../runtimes/typescript/guest/console.js';
import { makeConsole } from '../../../runtimes/typescript/guest/console-object.js';
import { Link, type Supervisor } from '../../../runtimes/typescript/guest/link.js';
import { makeReporter } from '../../../runtimes/typescript/guest/reporter.js';
import type { Reporter } from '../../../runtimes/typescript/types/workflow.js';

interface Frame {
  type: string;
  id: number;
  method: string;
  args: unknown;
  level: string;
  text: string;
}

let sent: Frame[];
let link: Link;
let reporter: Reporter;
let script: { console: Console };
beforeEach(() => {
  sent = [];
  const send: Supervisor['send'] = (_type, json) => {
    sent.push(JSON.parse(json) as Frame);
    return 0;
  };
  link = new Link({ send } as Partial<Supervisor> as Supervisor);
  const logger = new Logger(link, 1_000, 'guest.js');
  ofRun.log = logger;
  script = makeConsole() as typeof script;
  const { signal } = new AbortController();
  reporter = makeReporter(link, logger, signal as never, {} as never) as Reporter;
});

/** Answers the last call and lets the script continue. */
async function answer(result: unknown): Promise<void> {
  link.reply(JSON.stringify({ id: sent.at(-1)?.id, result }));
  for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
}

const WS = { ws: 'w' };
const POLICY = { attempts: 3, delay_ms: 2_000, factor: 4, max_delay_ms: 9_000 };
it.each<[method: string, act: (of: Reporter) => unknown, args: object]>([
  ['files.read', ({ files }) => files.read('/a', WS), { path: '/a', ws: 'w' }],
  [
    'files.write',
    ({ files }) => files.write('/a', new Uint8Array([0, 255])),
    { path: '/a', content: 'AP8=', encoding: 'base64', ws: null },
  ],
  ['files.write', ({ files }) => files.write('/a', 'ü'), { path: '/a', content: 'ü', ws: null }],
  [
    'files.read_lines',
    ({ files }) => files.readLines('/a', 2, 5),
    { path: '/a', first: 2, last: 5, ws: null },
  ],
  [
    'files.search',
    ({ files }) => files.search('two words', { path: '/d', limit: 7, ws: 'w' }),
    { path: '/d', query: 'two words', limit: 7, ws: 'w' },
  ],
  [
    'files.glob',
    ({ files }) => files.glob('*.md', { path: '/d' }),
    { path: '/d', pattern: '*.md', ws: null },
  ],
  [
    'files.list',
    ({ files }) => files.list('/d', { recursive: true }),
    { path: '/d', recursive: true, ws: null },
  ],
  [
    'step.begin',
    (of) => of.step('s', () => 1, { attempts: 3, delay: 2, factor: 4, maxDelay: 9 }),
    { name: 's', ...POLICY },
  ],
  ['sleep', (of) => of.sleep(1.5), { seconds: 1.5 }],
  [
    'task.run',
    (of) => of.runTask('t', { a: 1 }, { name: 'n' }),
    { tasks: [{ task: 't', params: { a: 1 }, name: 'n' }] },
  ],
  ['event.wait', (of) => of.waitForEvent('go', { timeout: 60 }), { name: 'go', timeout: 60 }],
  [
    'approval.ask',
    (of) => of.askApproval('Go?', { proposal: { a: 1 }, form: { type: 'object' }, expiresIn: 90 }),
    { prompt: 'Go?', proposal: { a: 1 }, form: { type: 'object' }, expires_in: 90 },
  ],
  [
    'memory.search',
    ({ memory }) => memory.search('q', { scope: 'project', limit: 9 }),
    { query: 'q', scope: 'project', limit: 9 },
  ],
  [
    'memory.remember',
    ({ memory }) => memory.remember('t', { kind: 'preference', scope: 'project', expiresIn: 60 }),
    { text: 't', kind: 'preference', scope: 'project', expires_in: 60 },
  ],
  [
    'model.generate',
    ({ ai }) =>
      ai.generate('p', { model: 'm', schema: { type: 'object' }, maxTokens: 5, name: 'n' }),
    { prompt: 'p', model: 'm', schema: { type: 'object' }, max_tokens: 5, name: 'n' },
  ],
  [
    'model.embed',
    ({ ai }) => ai.embed(['a'], { model: 'm', name: 'n' }),
    { texts: ['a'], model: 'm', name: 'n' },
  ],
  [
    'mcp.call',
    ({ mcp }) => mcp.call('s', 't', { a: 1 }, { timeout: 5 }),
    { server: 's', tool: 't', arguments: { a: 1 }, timeout: 5 },
  ],
])('a call reaches the host with all that it says: %s', (method, act, args) => {
  void act(reporter);
  expect(sent.at(-1)).toMatchObject({ type: 'call', method, args });
});

describe('answers', () => {
  it('bytes are read as bytes, and text as its bytes where those are asked for', async () => {
    const read = reporter.files.read('/a');
    await answer({ content: 'AP8=', encoding: 'base64' });
    expect(await read).toEqual(new Uint8Array([0, 255]));
    const bytes = reporter.files.readBytes('/a');
    await answer({ content: 'ü', encoding: 'utf-8' });
    expect(await bytes).toEqual(new Uint8Array([195, 188]));
  });

  it('children give their results, or their outcomes as they are, or the failure of one by its name', async () => {
    const failed = {
      status: 'failed',
      task_id: 'i',
      error_code: 'timeout',
      error_message: 'Late.',
    };
    const outcomes = [{ status: 'success', task_id: 'h', result: 1 }, failed];
    const settled = reporter.runTasks(
      [
        ['a', {}],
        ['b', {}, 'second'],
      ],
      { settled: true },
    );
    await answer(outcomes);
    expect(await settled).toEqual(outcomes);
    const all = reporter.runTasks([
      ['a', {}],
      ['b', {}, 'second'],
    ]);
    const error = expect(all).rejects.toMatchObject({
      name: 'TaskFailed',
      code: 'child_failed',
      task: 'second',
      task_id: 'i',
      error_code: 'timeout',
      message: 'task "second": timeout: Late.',
    });
    await answer(outcomes);
    await error;
  });

  it('an approval has the comment and who has decided, a rejection as well', async () => {
    const given = { decision: 'approve', comment: 'fine', payload: { a: 1 }, decided_by: 'Ada' };
    const approved = reporter.askApproval('Go?');
    await answer({ state: 'approved', ...given });
    expect(await approved).toEqual(given);
    const error = expect(reporter.askApproval('Go?')).rejects.toMatchObject({
      name: 'ApprovalRejected',
      code: 'approval_rejected',
      message: 'No.',
      comment: 'why',
      decided_by: 'Ada',
    });
    await answer({ state: 'rejected', message: 'No.', comment: 'why', decided_by: 'Ada' });
    await error;
  });

  it('an approval that has been decided already is not notified of again', async () => {
    let notified = 0;
    const asked = (): unknown => reporter.askApproval('Go?', { notify: () => (notified += 1) });
    for (const pending of [true, false]) {
      void asked();
      await answer({ id: 'a', automatic: false, pending, expires_at: null });
      await answer({ state: 'run', id: 's' });
    }
    expect(notified).toBe(1);
  });

  it('a step that fails for good has the type, the message and the cause of its error', async () => {
    const cause = new RangeError('too far');
    const error = expect(
      reporter.step('go', () => {
        throw cause;
      }),
    ).rejects.toMatchObject({
      name: 'StepError',
      code: 'step_failed',
      step: 'go',
      type: 'RangeError',
      message: 'step "go": RangeError: too far',
      cause,
    });
    await answer({ state: 'run', id: 's' });
    await answer({ state: 'failed' });
    await error;
    const late = expect(reporter.step('go', () => 1)).rejects.toMatchObject({
      code: 'step_timeout',
    });
    await answer({
      state: 'failed',
      type: 'step_timeout',
      message: 'it passed its timeout of 1 s',
    });
    await late;
  });

  it('a call of a tool whose outcome is unknown is an error of its own', async () => {
    const error = expect(reporter.mcp.call('s', 't')).rejects.toMatchObject({
      name: 'McpOutcomeUnknown',
      code: 'mcp_outcome_unknown',
    });
    const { id } = sent.at(-1) ?? {};
    link.reply(JSON.stringify({ id, error: { code: 'mcp_outcome_unknown', message: 'm' } }));
    await error;
  });
});

it('a log has the levels of the console, and says nothing more once it is full', () => {
  const { console: log } = script;
  log.log('a\r\n\nb');
  log.debug('c');
  log.warn('d');
  log.error('e', 1);
  expect(sent.map(({ level, text }) => `${level} ${text}`)).toEqual([
    'info a',
    'info ',
    'info b',
    'debug c',
    'warning d',
    'error e 1',
  ]);
  for (let count = 0; count < 99; count += 1) log.log('more');
  expect(sent.length).toBeLessThan(20);
});
