import { atWholeSize, type HostileCase } from '../support/hostile-case.js';

const endless = (name: string, body: string): HostileCase => ({ name, body, ends: ['timeout'] });

/** Loops in V8's own code, which often does not check whether it should stop. */
export const natives: HostileCase[] = [
  {
    name: 'a sort of nothing, as long as can be',
    body: 'Array.prototype.sort.call({ length: 2 ** 53 - 1 } as any);',
    ends: ['out_of_memory'],
  },
  endless(
    'a search of nothing',
    'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);',
  ),
  endless('a regular expression that backtracks', 'return /(a+)+$/.test("a".repeat(50) + "b");'),
  endless(
    'taking apart long URLs',
    'const long = "http://a/" + "\\u00e4".repeat(3e5); for (;;) new URL(long);',
  ),
  ...atWholeSize(
    endless(
      'indexOf of a needle that nearly matches everywhere',
      'const hay = "a".repeat(2 ** 24), half = "a".repeat(2 ** 13); for (;;) hay.indexOf(half + "b" + half);',
    ),
    endless(
      'lastIndexOf of a needle that nearly matches everywhere',
      'return "a".repeat(2 ** 24).lastIndexOf("a".repeat(2 ** 14) + "b");',
    ),
    endless('splice of nothing', 'Array.prototype.splice.call({ length: 2 ** 53 - 2 }, 0, 1);'),
    endless('a power of a BigInt', 'for (;;) 3n ** 20_000_000n;'),
    endless('a BigInt as text', 'const big = 7n ** 5_000_000n; for (;;) big.toString();'),
    endless('a factorial', 'let f = 1n; for (let i = 1n; ; i++) f *= i;'),
    endless(
      'one with a callback',
      'return "x".repeat(1e6).replace(/x/g, () => { /(a+)+$/.test("a".repeat(50) + "b"); return ""; });',
    ),
    endless(
      'JSON.parse of much',
      'const text = "[" + "1,".repeat(5e5) + "1]"; for (;;) JSON.parse(text);',
    ),
    endless(
      'JSON.stringify of much',
      'const much = Array.from({ length: 1e5 }, (_, i) => ({ i })); for (;;) JSON.stringify(much);',
    ),
    endless(
      'normalising text',
      'const text = "\\u0344\\u0301".repeat(5e5); for (;;) text.normalize("NFKC");',
    ),
    endless(
      'comparing text by language',
      'const a = "\\u00e4".repeat(1e6); for (;;) (a + "a").localeCompare(a + "b");',
    ),
    endless(
      'breaking text into words',
      'for (const _ of new Intl.Segmenter("th").segment("\\u0e01".repeat(5e6))); for (;;) [...new Intl.Segmenter("th", { granularity: "word" }).segment("\\u0e01".repeat(1e4))];',
    ),
    {
      name: 'making formatters',
      body: 'for (let i = 0; ; i++) new Intl.DateTimeFormat("en", { timeZone: "UTC" }).format(i);',
      // V8 does not know how much memory each takes, so a fast machine creates more than are collected.
      ends: ['timeout', 'out_of_memory'],
    },
    endless(
      'cloning much',
      'const much = Array.from({ length: 1e5 }, (_, i) => ({ i })); for (;;) structuredClone(much);',
    ),
    endless(
      'URLs with long names of hosts',
      'const long = "http://" + "\\u00e4.".repeat(3e5) + "de"; for (;;) URL.canParse?.(long) ?? URL.parse?.(long) ?? new URL("http://a");',
    ),
    endless(
      'decoding long text',
      'const bytes = new Uint8Array(8e6).fill(0xc3); for (;;) new TextDecoder().decode(bytes);',
    ),
    endless('asking for the time', 'for (;;) performance.now();'),
  ),
];
