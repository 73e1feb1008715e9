import { listed, type Random } from '../../support/fuzz/random.js';

/** Prefix that marks a string as raw JSON text. */
export const RAW = '\ue000raw:';

const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}${close.repeat(depth)}`;

/** JSON texts of values that a member may not expect. */
const ODD_JSON: readonly string[] = [
  ...listed(
    String.raw`null · true · false · 0 · -0 · -1 · 0.5 · 1e400 · -1e999 · 1E-400 · 2147483648 · 9007199254740993 · -9007199254740992 · 18446744073709551616 · 1e22`,
  ),
  `1${'0'.repeat(400)}`,
  ...listed(String.raw`"" · " " · "0" · "null" · "\u0000" · "a\u0000b" · "\ud800" · "\udc00x" · "\u202e" · "../../etc/passwd" · "/a/../b" · "C:\\x" · "%00" ·
  "'; DROP TABLE tasks; --" · "{{7*7}}" · "\r\nX-Odd: 1" · "<script>alert(1)</script>" · "$ref" · "😀" · "\u001b[31m" · "é̂" · [] · {} · [[]] · [null] ·
  [1,"a",{}] · {"a":{"b":[]}} · {"":""} · {"__proto__":{"x":1}} · {"constructor":{"prototype":{}}} · {"toString":1,"length":-1,"then":{}} · {"$ref":"#"} ·
  "00000000-0000-0000-0000-000000000000" · "9999-12-31T23:59:59Z" · "0000-00-00T00:00:00Z" · "2026-02-30T25:61:00Z" · "2026-01-01T00:00:00+99:99" ·
  "P1D" · "@hourly" · "*/0 * * * *"`),
  nested(70, '[', ']'),
  `${'{"a":'.repeat(66)}0${'}'.repeat(66)}`,
  `"${'x'.repeat(300)}"`,
  `"${'😀'.repeat(3_000)}"`,
  `"${'T'.repeat(20_000)}"`,
  `[${'"a",'.repeat(2_000)}"a"]`,
  `[${'{},'.repeat(1_500)}{}]`,
  `{${Array.from({ length: 800 }, (_, index) => `"k${index}":${index}`).join()}}`,
];

/** Returns a value that {@link jsonText} writes as raw JSON. */
export function oddValue(random: Random): string {
  return RAW + random.pick(ODD_JSON);
}

/** Converts to JSON like `JSON.stringify`, but writes odd values unchanged. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.replace(/"\ue000raw:((?:[^"\\]|\\.)*)"/g, (quoted) =>
    String(JSON.parse(quoted)).slice(RAW.length),
  );
}

const ODD_TEXTS: readonly string[] = [
  ...listed(` ·   · 0 · -1 · 1.5 · 1e3 · null · undefined · true · NaN · [] · {} · * · % · .. · . · ../.. · / · // · /a//b · \\ · ~ · ~1 · # · ? · & · = · ; · | ·
  \` · $ · ' · " · ' OR 1=1 -- · \u0000 · \n · \r\n · \t · \u001b · \u2028 · \ufeff · \u202e · \ufffd · ä · é · 😀 · 一 · İ · __proto__ · constructor ·
  toString · hasOwnProperty · 00000000-0000-0000-0000-000000000000 · 99999999999999999999 · -9007199254740993 · 0x10 · １ · 2026-01-01 ·
  2026-13-45T99:99:99Z`),
  'a'.repeat(300),
  'é'.repeat(500),
  '/a'.repeat(600),
  '(a+)+$',
  '**/**/**/**/*',
  '{a,b,{c,d}}',
  '[!a-',
  '[z-a]',
];

/** Returns a text for part of a URL, a query or a header. */
export function oddText(random: Random): string {
  return random.pick(ODD_TEXTS);
}
