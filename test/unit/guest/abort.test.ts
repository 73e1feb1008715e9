/** Tests the abort signals of the TypeScript guest, and how scripts are notified of a cancellation. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Link, type Supervisor } from '../../../runtimes/typescript/guest/link.js';
import { MetarunError, TaskCancelled } from '../../../runtimes/typescript/guest/call-errors.js';
import {
  NonRetryable,
  RetryAfter,
  retryAdvice,
} from '../../../runtimes/typescript/guest/retry-errors.js';
import {
  AbortController,
  AbortSignal,
  onSeen,
} from '../../../runtimes/typescript/guest/web/abort.js';

const refusal = (code: string): MetarunError =>
  Object.assign(new MetarunError(), { code, message: 'm' });

describe('a signal', () => {
  it('a signal aborts once, with its reason, and calls its listeners', () => {
    const control = new AbortController();
    const seen: unknown[] = [];
    control.signal.onabort = () => seen.push('handler');
    control.signal.addEventListener('abort', () => seen.push(control.signal.reason));
    expect([control.signal.aborted, control.signal.reason]).toEqual([false, undefined]);
    control.signal.throwIfAborted();
    control.abort('why');
    control.abort('again');
    expect(seen).toEqual(['handler', 'why']);
    expect([control.signal.aborted, control.signal.reason]).toEqual([true, 'why']);
    expect(() => control.signal.throwIfAborted()).toThrow('why');
    expect((AbortSignal.abort().reason as Error).name).toBe('AbortError');
    expect(() => new AbortSignal()).toThrow('AbortController');
  });

  it('a signal of several aborts with the first of them', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const any = AbortSignal.any([one.signal, other.signal]);
    const further = AbortSignal.any([any]);
    other.abort('b');
    one.abort('a');
    expect([
      any.reason,
      further.reason,
      AbortSignal.any([one.signal, other.signal]).reason,
    ]).toEqual(['b', 'b', 'a']);
    expect(AbortSignal.any([]).aborted).toBe(false);
    expect(() => AbortSignal.any([{}] as never)).toThrow('needs AbortSignals');
    expect(() => AbortSignal.timeout(-1)).toThrow('the time in ms');
  });

  it.each<[how: string, learn: (signal: AbortSignal) => unknown, before: boolean]>([
    ['reads aborted', (signal) => signal.aborted, false],
    ['reads the reason', (signal) => signal.reason, false],
    ['has a listener', (signal) => signal.addEventListener('abort', () => undefined), true],
    ['has a handler', (signal) => (signal.onabort = () => undefined), true],
  ])(
    'a script learns of a cancel by its signal, or one made of it, if it %s',
    (_, learn, before) => {
      for (const made of [
        (one: AbortSignal) => one,
        (one: AbortSignal) => AbortSignal.any([new AbortController().signal, one]),
      ]) {
        const control = new AbortController();
        const signal = made(control.signal);
        let seen = 0;
        onSeen(control.signal, () => (seen += 1));
        if (before) learn(signal);
        expect(seen).toBe(0);
        control.abort();
        if (!before) {
          expect(seen).toBe(0);
          learn(signal);
        }
        expect(seen).toBeGreaterThan(0);
      }
    },
  );
});

describe('the link to the host', () => {
  let sent: Record<string, unknown>[];
  /** Answers to the next frames. */
  let flags: number[];
  let drained: number;
  let link: Link;
  let aborted: unknown[];
  let woken: number;
  beforeEach(() => {
    sent = [];
    flags = [];
    drained = 0;
    aborted = [];
    woken = 0;
    const supervisor: Pick<Supervisor, 'send' | 'end' | 'awaited'> = {
      end: (_type, json) => sent.push(JSON.parse(json) as Record<string, unknown>),
      send: (_type, json) => {
        const flag = flags.shift() ?? 0;
        if ((flag & 4) === 0) sent.push(JSON.parse(json) as Record<string, unknown>);
        return flag;
      },
      awaited: {
        applySyncPromise: () => {
          drained += 1;
          return '';
        },
      },
    };
    link = new Link(supervisor as Supervisor);
    link.onCancel = {
      abort: (reason) => aborted.push(reason),
      takeWaits: () => () => (woken += 1),
    };
  });

  it('frames have their kinds, and a full channel is waited for', async () => {
    link.phase('a"');
    flags = [1];
    link.progress(5);
    link.log('info', 'x');
    expect(sent).toEqual([
      { type: 'phase', text: 'a"' },
      { type: 'progress', value: 5 },
      { type: 'log', level: 'info', text: 'x' },
    ]);
    expect(drained).toBe(1);
  });

  it('a call gets the answer with its number', async () => {
    const [one, other] = [link.call('a', { x: 1 }), link.call('step.begin', {})];
    expect(sent[0]).toEqual({ type: 'call', id: 1, method: 'a', args: { x: 1 } });
    expect(sent[1]).toMatchObject({ type: 'call', id: 2, method: 'step.begin', args: {} });
    link.reply('{"id":2,"result":[5]}');
    link.reply('{"id":1,"error":{"code":"not_found","message":"m"}}');
    link.reply('{"id":1,"result":1}');
    expect(await other).toEqual([5]);
    await expect(one).rejects.toMatchObject({
      name: 'MetarunError',
      code: 'not_found',
      message: 'm',
    });
    flags = [4];
    await expect(link.call('a', {})).rejects.toThrow('a: a call may hold at most');
  });

  it('a cancel ends the calls that wait, and is delivered once', async () => {
    const waiting = link.call('a', {});
    link.cancel();
    await expect(waiting).rejects.toBeInstanceOf(TaskCancelled);
    expect([aborted.length, woken]).toEqual([1, 0]);
    // The cleanup may still make calls.
    const clean = link.call('files.delete', {});
    link.cancel();
    link.phase('cleaning');
    link.reply('{"id":2,"result":null}');
    expect(await clean).toBeNull();
    expect(aborted).toHaveLength(1);
  });

  it('a cancel is an error of the next call where nothing waits, and ends the timers', () => {
    link.cancel();
    expect([aborted.length, woken]).toEqual([1, 1]);
    expect(() => link.phase('a')).toThrow(TaskCancelled);
    link.phase('b');
    expect(sent).toEqual([{ type: 'phase', text: 'b' }]);
  });

  it('a cancel that the script has seen is no error of a call', () => {
    link.cancel();
    link.seen();
    link.phase('a');
    link.throwIfCancelled();
    expect(sent).toEqual([{ type: 'phase', text: 'a' }]);
  });

  it('a cancel may come with the answer to a report', () => {
    flags = [2];
    expect(() => link.phase('a')).toThrow(TaskCancelled);
    expect(aborted).toHaveLength(1);
  });

  it('a failure takes the place of a result, and nothing that of a failure', async () => {
    link.end('done', '{"type":"done"}');
    expect(link.isFinal).toBe(false);
    link.end('failed', '{"type":"failed"}');
    expect(link.isFinal).toBe(true);
    link.end('done', '{"type":"done"}');
    link.end('failed', '{"type":"failed"}');
    expect(sent.slice(-2)).toEqual([{ type: 'done' }, { type: 'failed' }]);
  });
});

it.each<[what: string, thrown: object, advice: unknown]>([
  ['a plain error', new Error('x'), undefined],
  ['NonRetryable', new NonRetryable('x'), { final: true }],
  ['RetryAfter', new RetryAfter(5, 'x'), { after: 5 }],
  ['a refusal', refusal('network_denied'), { code: 'network_denied' }],
  [
    'a TypeError of fetch',
    new TypeError('x', { cause: refusal('network_denied') }),
    { code: 'network_denied' },
  ],
  [
    'another error with such a cause',
    new Error('x', { cause: refusal('network_denied') }),
    undefined,
  ],
])('the advice on another try is that of %s', (_, thrown, advice) => {
  expect(retryAdvice(thrown)).toEqual(advice);
});
