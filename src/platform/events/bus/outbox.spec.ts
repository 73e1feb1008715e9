import { expect, it } from '@jest/globals';
import { MAX_BYTES } from './bus.js';
import { parseEnvelope } from './envelope.js';
import { Outbox } from './outbox.js';

const HEAD = { from: 'a', status: { free: { script: 3 } }, last: false };

/** Returns the messages in everything that an outbox sends. */
function received(outbox: Outbox, always = false) {
  return outbox
    .take(HEAD, always)
    .map(({ to, text }) => ({ to, messages: parseEnvelope(text)?.messages ?? [], text }));
}

it('the outbox sends each message once, and those for one recipient together', () => {
  const outbox = new Outbox();
  for (const n of [1, 1, 2]) outbox.add(null, 'x', { n });
  outbox.add('b', 'x', { n: 1 });
  expect(received(outbox)).toMatchObject([
    {
      to: null,
      messages: [
        { name: 'x', value: { n: 1 } },
        { name: 'x', value: { n: 2 } },
      ],
    },
    { to: 'b', messages: [{ name: 'x', value: { n: 1 } }] },
  ]);
  expect(received(outbox)).toEqual([]);
  expect(received(outbox, true)).toMatchObject([{ to: null, messages: [] }]);
});

it('the outbox fills its texts up to the limit, whatever the characters, and loses no message', () => {
  const outbox = new Outbox();
  const values = Array.from({ length: 300 }, (_, n) => `${n} ${'ü"\n'.repeat(n % 40)}`);
  for (const value of values) outbox.add(null, 'x', value);
  const texts = received(outbox);
  for (const { text } of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
  expect(texts.length).toBeLessThan(10);
  expect(texts.flatMap(({ messages }) => messages.map(({ value }) => value))).toEqual(values);
});

it('the outbox replaces a burst or an oversized message by a notice of missed messages', () => {
  const outbox = new Outbox();
  for (let n = 0; n < 10_000; n += 1) outbox.add(null, 'x', { n });
  outbox.add('b', 'x', 'y'.repeat(MAX_BYTES));
  expect(received(outbox)).toMatchObject([
    { to: null, messages: [{ name: 'bus.messages-missed' }] },
    { to: 'b', messages: [{ name: 'bus.messages-missed' }] },
  ]);
});

it.each(['', '{', '[]', '{"v":2,"from":"a","messages":[]}', '{"v":1,"from":1,"messages":[]}'])(
  'the text %j is not an envelope',
  (text) => expect(parseEnvelope(text)).toBe(null),
);

it('parseEnvelope keeps only the valid messages of an envelope', () => {
  const text = '{"v":1,"from":"a","messages":[["x",1],["y"],[2,3],"z"]}';
  expect(parseEnvelope(text)).toEqual({
    from: 'a',
    status: null,
    last: false,
    messages: [{ name: 'x', value: 1 }],
  });
});
