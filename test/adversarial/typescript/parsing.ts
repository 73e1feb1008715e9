import { atWholeSize, type Ending, type HostileCase } from '../support/hostile-case.js';

const run = (code: string): string => `export default async function run() {\n${code}\n}\n`;
/** Fixed memory limit, since the memory of the compiler does not depend on the meta-task. */
const metaTask = { memory_mb: 256 };
const source = (name: string, script: string, ...ends: [Ending, ...Ending[]]): HostileCase => ({
  name,
  script,
  metaTask,
  ends,
});
const late = (name: string, body: string, ...ends: [Ending, ...Ending[]]): HostileCase => ({
  name,
  body,
  ends,
});
const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

/** Text that is hard to parse: for the compiler when the script is submitted, or for V8 when it runs. */
export const parsing: HostileCase[] = [
  source('nothing', '   \n', 'refused'),
  source('a script longer than is allowed', `//${'x'.repeat(1024 * 1024)}\n${run('')}`, 'refused'),
  source(
    'deep parentheses',
    run(`return ${nested('(', ')', 200_000).replace('()', '(1)')};`),
    'refused',
    'success',
    'script_error',
  ),
  source(
    'a type of the params that unfolds',
    `type T0 = { a: string, b: string };\n${Array.from({ length: 40 }, (_, i) => `type T${i + 1} = { a: T${i}, b: T${i} };`).join('\n')}\nexport const run = (params: { a?: T40 }) => 1;\n`,
    'success',
  ),
  source(
    'nothing but line breaks',
    `${'\n'.repeat(900_000)}${run('throw new Error("far down");')}`,
    'script_error',
  ),
  source('characters that cannot be seen', `\u202e\u2066${run('return 1;')}`, 'refused'),
  source(
    'a closing of what surrounds the script',
    `${run('return 1;')}\n})(); globalThis.process.exit(); (async () => {`,
    'refused',
  ),
  source(
    'a directive for the compiler',
    `/// <reference path="/etc/passwd" />\n/** @jsx x */ /** @jsxImportSource /etc */\n${run('return 1;')}`,
    'success',
  ),
  source('an export of everything', `export * from 'node:fs';\n${run('return 1;')}`, 'refused'),
  late('JSON too deep', 'return JSON.parse("[".repeat(1e6));', 'script_error'),
  late(
    'eval that calls eval',
    'const e: any = (code: string) => (0, eval)(code); (globalThis as any).e = (n: number): any => (0, eval)("e(" + (n + 1) + ")"); return e("e(0)");',
    'script_error',
    // V8 itself crashes, but it is in a separate process.
    'sandbox_error',
  ),
  ...atWholeSize(
    source(
      'a comment as long as is allowed',
      `//${'x'.repeat(1_000_000)}\n${run('return 1;')}`,
      'success',
    ),
    source(
      'deep arrays',
      run(`return ${nested('[', ']', 200_000)}.length;`),
      'refused',
      'success',
      'script_error',
    ),
    source(
      'deep objects',
      run(`return ${'{a:'.repeat(100_000)}1${'}'.repeat(100_000)}.length;`),
      'refused',
      'success',
      'script_error',
    ),
    source(
      'deep types',
      `type A = ${nested('[', ']', 200_000)};\n${run('return 1;')}`,
      'refused',
      'success',
    ),
    source(
      'deep generics of the params',
      `type A<T> = { a: A<A<T>> };\nexport const run = (params: A<A<A<string>>>) => 1;\n`,
      'success',
    ),
    source(
      'a union of the params that unfolds',
      `export const run = (params: { a: ${Array.from({ length: 50_000 }, (_, i) => `"${i}"`).join('|')} } | { b: 1 }) => 1;\n`,
      'success',
      'script_error',
    ),
    source(
      'a long sum',
      run(`return ${'1+'.repeat(300_000)}1;`),
      'refused',
      'success',
      'script_error',
    ),
    source(
      'a long chain of calls',
      run(`return a${'.b()'.repeat(200_000)};`),
      'refused',
      'script_error',
    ),
    source(
      'a hundred thousand functions',
      `${'function f(){}\n'.repeat(50_000)}${run('return 1;')}`,
      'refused',
      'success',
    ),
    source(
      'a name as long as can be',
      `let ${'a'.repeat(900_000)} = 1;\n${run('return 1;')}`,
      'success',
    ),
    source(
      'a regular expression of many groups',
      run(`return /${'('.repeat(30_000)}a${')'.repeat(30_000)}/.test("a");`),
      'refused',
      'success',
      'script_error',
      'timeout',
    ),
    source('a comment that does not end', `${run('return 1;')}/*`, 'refused'),
    source(
      'a comment that would swallow what surrounds it',
      `${run('return 1;')}\n//# sourceMappingURL=/etc/passwd`,
      'success',
    ),
    source('an import of a file', `import x from '/etc/passwd';\n${run('return x;')}`, 'refused'),
    source(
      'an import of data',
      `import x from 'data:text/javascript,export default 1';\n${run('return x;')}`,
      'refused',
    ),
    source(
      'an import by an attribute',
      `import x from './x.json' with { type: 'json' };\n${run('return x;')}`,
      'refused',
    ),
    late('eval too deep', 'return eval("[".repeat(1e6) + "]".repeat(1e6));', 'script_error'),
    late(
      'a regular expression too deep',
      'return new RegExp("(".repeat(1e6) + ")".repeat(1e6));',
      'script_error',
      'out_of_memory',
    ),
    late(
      'a regular expression that counts',
      'return new RegExp("(a{1000}){1000}{1000}".replace("}{1000}", "}")).test("a".repeat(1e6));',
      'script_error',
      'success',
      'timeout',
      'out_of_memory',
    ),
    late(
      'functions made of ever longer text',
      'for (let n = 1; ; n *= 2) new Function("return " + "1+".repeat(n) + "1")();',
      'script_error',
      'out_of_memory',
      'timeout',
    ),
  ),
];
