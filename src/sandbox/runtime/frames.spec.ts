import { describe, expect, it } from '@jest/globals';
import { FrameSplitter, parseGuestFrame, ProtocolError } from './frames.js';
import { MAX_FRAME_BYTES } from './protocol.js';

/** Returns a seeded generator of numbers from 0 up to `below` (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

describe('FrameSplitter', () => {
  it('FrameSplitter returns the same lines however the bytes are cut', () => {
    const lines = ['{"a":1}', '', 'ünï 🎉 ©', 'x'.repeat(5_000), '{}'];
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    for (let seed = 0; seed < 200; seed += 1) {
      const next = random(seed);
      const splitter = new FrameSplitter();
      const found: string[] = [];
      for (let from = 0; from < bytes.length;) {
        const end = from + 1 + next(seed % 2 === 0 ? 7 : 2_000);
        found.push(...splitter.push(bytes.subarray(from, end)));
        from = end;
      }
      expect(found).toEqual(lines);
    }
  });

  it('FrameSplitter holds back an incomplete line', () => {
    const splitter = new FrameSplitter();
    expect(splitter.push(Buffer.from('{"a":'))).toEqual([]);
    expect(splitter.push(Buffer.from('1}\n{'))).toEqual(['{"a":1}']);
  });

  it('FrameSplitter accepts a frame of the maximum size and rejects one byte more', () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const feed = (splitter: FrameSplitter, count: number): void => {
      for (let index = 0; index < count; index += 1) splitter.push(piece);
    };
    const exact = new FrameSplitter();
    feed(exact, MAX_FRAME_BYTES / piece.length);
    expect(exact.push(Buffer.from('\n'))[0]).toHaveLength(MAX_FRAME_BYTES);
    expect(exact.push(Buffer.from('{}\n'))).toEqual(['{}']);
    const over = new FrameSplitter();
    feed(over, MAX_FRAME_BYTES / piece.length);
    expect(() => over.push(Buffer.from('x'))).toThrow(ProtocolError);
    const whole = Buffer.alloc(MAX_FRAME_BYTES + 2, 'x');
    whole[MAX_FRAME_BYTES + 1] = 10;
    expect(() => new FrameSplitter().push(whole)).toThrow(ProtocolError);
  });
});

const ERROR = { code: 'script_error', type: 'E', message: 'm', stack: null };

describe('parseGuestFrame', () => {
  it.each([
    { type: 'phase', text: 'x' },
    { type: 'progress', value: 40.5 },
    { type: 'log', level: 'warning', text: '' },
    { type: 'call', id: 1, method: 'files.read', args: null },
    { type: 'usage', cpu_ms: 1.5 },
    { type: 'stopping' },
    { type: 'done', result: { a: [1] } },
    { type: 'failed', error: ERROR },
  ])('parseGuestFrame accepts %j and drops other members', (frame) => {
    expect(parseGuestFrame(JSON.stringify({ ...frame, more: 1 }))).toEqual(frame);
  });

  it.each([
    '',
    'null',
    '[]',
    '7',
    '{',
    '{"type":"phase","text":NaN}',
    '{}',
    '{"type":"run"}',
    '{"type":"__proto__"}',
    '{"type":"toString"}',
    '{"type":"phase"}',
    '{"type":"phase","text":1}',
    '{"type":"progress","value":"1"}',
    '{"type":"progress","value":null}',
    '{"type":"log","level":"fatal","text":"x"}',
    '{"type":"log","text":"x"}',
    '{"type":"call","id":"1","method":"m","args":{}}',
    '{"type":"call","id":1,"method":null,"args":{}}',
    '{"type":"call","id":1,"method":"m"}',
    '{"type":"usage","cpu_ms":"1"}',
    '{"type":"done"}',
    '{"type":"failed"}',
    '{"type":"failed","error":null}',
    '{"type":"failed","error":[]}',
    '{"type":"failed","error":{"code":"worker_lost","type":"E","message":"m","stack":null}}',
    '{"type":"failed","error":{"code":"timeout","type":"E","message":"m","stack":null}}',
    '{"type":"failed","error":{"code":"script_error","type":"E","message":{},"stack":null}}',
    '{"type":"failed","error":{"code":"script_error","type":"E","message":"m","stack":7}}',
    '{"type":"done","result":"\\ud800"}',
    '{"type":"done","result":"a\\u0000"}',
    '{"type":"done","result":{"\\u0000":1}}',
    '{"type":"done","result":[0,{"a":1e400}]}',
    '{"type":"done","result":9007199254740993}',
    '{"type":"call","id":1,"method":"m","args":{"n":-12345678901234567890}}',
    '{"type":"progress","value":1e999}',
    `{"type":"done","result":${'['.repeat(66)}${']'.repeat(66)}}`,
    `{"type":"done","result":${'['.repeat(100_000)}`,
  ])('parseGuestFrame rejects the line %.80s', (line) => {
    expect(() => parseGuestFrame(line)).toThrow(ProtocolError);
  });

  it.each([
    ['a phase', `{"type":"phase","text":"${'x'.repeat(20_000)}"}`],
    ['a log line', `{"type":"log","level":"info","text":"${'x'.repeat(140_000)}"}`],
    [
      'an error',
      JSON.stringify({ type: 'failed', error: { ...ERROR, stack: 'x'.repeat(600_000) } }),
    ],
    ['a result', `{"type":"done","result":"${'x'.repeat(2_000)}"}`],
    [
      'a call of many values',
      `{"type":"call","id":1,"method":"m","args":[${'1,'.repeat(260_000)}1]}`,
    ],
    ['a frame whose type is not its first field', '{"text":"x","type":"phase"}'],
  ])('parseGuestFrame rejects %s that no guest makes', (_, line) => {
    expect(() => parseGuestFrame(line, 500)).toThrow(ProtocolError);
  });

  it('parseGuestFrame accepts a call with one long text full of JSON syntax', () => {
    const args = { content: '"[,{\\'.repeat(300_000) };
    const frame = { type: 'call', id: 1, method: 'files.write', args };
    expect(parseGuestFrame(JSON.stringify(frame), 500)).toEqual(frame);
  });

  it('a damaged frame yields a frame or a ProtocolError, and no other error', () => {
    const frames = [
      { type: 'call', id: 1, method: 'files.read', args: { path: '/a' } },
      { type: 'failed', error: ERROR },
      { type: 'log', level: 'info', text: 'ünï' },
    ].map((frame) => Buffer.from(JSON.stringify(frame)));
    const next = random(42);
    for (let round = 0; round < 5_000; round += 1) {
      const bytes = Buffer.from(frames[round % frames.length] ?? []);
      for (let flips = 1 + next(4); flips > 0; flips -= 1) bytes[next(bytes.length)] = next(256);
      const line = bytes.subarray(0, bytes.length - next(3)).toString('utf8');
      let thrown: unknown = null;
      try {
        parseGuestFrame(line);
      } catch (error) {
        thrown = error;
      }
      if (thrown !== null) expect(thrown).toBeInstanceOf(ProtocolError);
    }
  });
});
