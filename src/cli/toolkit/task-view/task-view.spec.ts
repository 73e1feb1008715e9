import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Output } from '../output.js';
import { TaskView } from './task-view.js';

let lines: string[];
let view: TaskView;
let time: number;

/** Returns an output that is not a terminal. */
function plainOutput(): Output {
  const stream = new PassThrough().on('data', (text: Buffer) =>
    lines.push(...text.toString().split('\n').slice(0, -1)),
  );
  return new Output(Object.assign(stream, { isTTY: false }) as unknown as NodeJS.WriteStream);
}

function show(type: string, data: Record<string, string | number>, child?: string): void {
  time += 100;
  view.show({ type, time, data }, child);
}

const step = (id: number, status: string, more = {}): void =>
  show('step', { id: `${id}`, kind: 'task', name: 'one', status, ...more });

beforeEach(() => {
  lines = [];
  time = 0;
  view = new TaskView({ phases: ['Load', 'Write'], output: plainOutput() });
  view.start();
});

describe('a task, line by line', () => {
  it('a task view shows the phases with their times and everything that happens in them', () => {
    show('status', { status: 'running', attempt: 1 });
    show('phase', { phase: 'Load' });
    for (const progress of [10, 30, 49, 60]) show('progress', { progress });
    show('log', { level: 'info', text: 'one\ntwo' });
    show('log', { level: 'error', text: 'bad' }, 'child-1');
    show('step', { id: 's', kind: 'step', name: 'pay', status: 'success', attempts: 1 });
    show('phase', { phase: 'Other' });
    show('status', { status: 'success', attempt: 1 });
    expect(lines).toEqual([
      '▸ Load (1 of 2)',
      '  30 %',
      '  60 %',
      '  one',
      '  two',
      '  [child-1] error: bad',
      '  ✓ step "pay"',
      '✓ Load 800ms',
      '▸ Other',
      '✓ Other 100ms',
    ]);
  });

  it('a task view drops the full stop of an error message that it continues', () => {
    const failed = { id: 's', kind: 'step', name: 'pay', attempts: 1, error_message: 'No luck.' };
    show('step', { ...failed, status: 'waiting' });
    const data = { status: 'pending', attempt: 1, error_code: 'script_error' };
    show('status', { ...data, error_message: 'No luck.' });
    expect(lines).toEqual([
      '  ↻ step "pay", try 1 failed: No luck; retrying',
      'attempt 1 failed: No luck; the next one starts',
    ]);
  });

  it('a task view shows why an attempt failed and when the next one starts', () => {
    show('phase', { phase: 'Load' });
    const run_at = '2026-01-01T12:00:00Z';
    const data = { status: 'pending', attempt: 1, error_code: 'script_error' };
    show('status', { ...data, error_message: 'no\nluck', run_at });
    expect(lines.slice(1)).toEqual([
      '✗ Load 100ms',
      expect.stringMatching(/^attempt 1 failed: no luck; the next one starts at \d\d:\d\d:\d\d$/),
    ]);
  });

  it('a task view shows that a task has no process yet as no failed attempt', () => {
    const run_at = '2026-01-01T12:00:00Z';
    show('status', { status: 'pending', attempt: 0, error_message: 'No process starts.', run_at });
    expect(lines).toEqual([
      expect.stringMatching(/^not started: No process starts; retrying at \d\d:\d\d:\d\d$/),
    ]);
  });

  it('a task view labels the log lines of later attempts with their attempt', () => {
    show('log', { level: 'info', text: 'one', attempt: 1 });
    show('log', { level: 'error', text: 'two', attempt: 2 });
    expect(lines).toEqual(['  one', '  [attempt 2] error: two']);
  });

  it('a task view prints streamed text in whole lines, and a partial line before other output', () => {
    const write = (text: string, more = {}) => show('text', { kind: 'text', text, ...more });
    write('The ans');
    write('wer\nis');
    show('progress', { progress: 10 });
    write(' 42');
    show('log', { level: 'info', text: 'done', attempt: 1 });
    write('cut o');
    write('whole\n', { reset: 1 });
    view.show({ type: 'text', time, data: { text: 'again\n', reset: true } });
    expect(lines).toEqual([
      '  The answer',
      '  is 42',
      '  done',
      '  cut owhole',
      '  (written again)',
      '  again',
    ]);
  });

  it('a task view separates the texts of two steps, and the reasoning of a model from its answer', () => {
    const write = (step_id: string, kind: string, text: string) =>
      show('text', { step_id, kind, text });
    const again = (step_id: string): void =>
      view.show({ type: 'text', time, data: { step_id, kind: 'text', text: '', reset: true } });
    write('1', 'reasoning', 'Which one?');
    write('1', 'text', 'This');
    write('2', 'text', 'Oth');
    again('2');
    write('2', 'text', 'Other\n');
    again('2');
    write('2', 'text', 'Third\n');
    expect(lines).toEqual(['  Which one?', '  This', '  Other', '  (written again)', '  Third']);
  });

  it('a task view shows the line in progress at the bottom of a terminal', () => {
    let written = '';
    const stream = new PassThrough().on('data', (text: Buffer) => (written += text.toString()));
    const terminal = Object.assign(stream, { isTTY: true, columns: 20 });
    view = new TaskView({ output: new Output(terminal as unknown as NodeJS.WriteStream) });
    view.start();
    show('text', { kind: 'text', text: 'The answer is about to be' });
    show('log', { level: 'info', text: 'a', attempt: 1 });
    view.stop();
    expect(stripVTControlCharacters(written)).toContain('  The answer is about to be\n');
    written = '';
    view.start();
    show('text', { kind: 'text', text: 'One two three four five six' });
    view.say('.');
    view.stop();
    expect(written).toContain('  ree four five six');
  });

  it('a task view lets no control characters through to the terminal', () => {
    const hostile = 'a\u001b[2J\u001b]0;title\u0007\u009b2Jb\rc\u202e';
    show('phase', { phase: hostile });
    show('log', { level: hostile, text: hostile });
    show('step', {
      id: 's',
      kind: 'step',
      name: hostile,
      status: 'failed',
      error_message: hostile,
    });
    show('approval', { status: 'rejected', prompt: hostile, decided_by: hostile });
    show('text', { text: hostile });
    show('status', { status: 'pending', attempt: 1, error_message: hostile });
    expect(lines.length).toBeGreaterThan(4);
    // oxlint-disable-next-line no-control-regex
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('the children of a task', () => {
  it('a task view shows a few children on a line each', () => {
    step(1, 'waiting');
    step(2, 'waiting');
    step(1, 'success');
    step(2, 'failed', { error_message: 'no luck' });
    expect(lines).toEqual(['  ✓ task "one"', '  ✗ task "one": no luck']);
  });

  it('a task view counts many children in few lines', () => {
    show('phase', { phase: 'Load' });
    for (let id = 0; id < 200; id += 1) step(id, 'waiting');
    for (let id = 0; id < 200; id += 1) {
      show('step', { id: 'x', kind: 'step', name: 'x', status: 'success' }, `one-${id}`);
      step(id, id % 50 === 0 ? 'failed' : 'success', { error_message: 'no luck' });
    }
    show('status', { status: 'success' });
    expect(lines.filter((line) => line.includes('no luck'))).toHaveLength(3);
    expect(lines.slice(-2)).toEqual([
      '  children 200/200, 4 failed',
      expect.stringMatching(/^✓ Load/),
    ]);
    expect(lines.length).toBeLessThan(20);
  });
});
