import { type Attack, prepared } from '../support/attack.js';
import type { Attacker } from '../support/attacker.js';

const define = (
  name: string,
  script: (attacker: Attacker) => string,
  language: 'python' | 'typescript',
  atOnce = 4,
): Attack => ({
  name,
  atOnce,
  during: (attacker) => attacker.define({ language, script: script(attacker) }),
});
const withSchema = (name: string, schema: (attacker: Attacker) => object, atOnce = 4): Attack => ({
  name,
  atOnce,
  during: (attacker) =>
    attacker.define({
      language: 'typescript',
      script: 'export const run = () => null;\n',
      metaTask: { params_schema: schema(attacker) },
    }),
});

/** Attacks with sources and schemas that are slow to compile or check. */
export const authoring: Attack[] = [
  define(
    'TypeScript: 200 bytes that take the compiler many seconds',
    (attacker) => `// ${attacker.next()}\nexport const run = () => ${'a?(b):c=>'.repeat(22)}1;\n`,
    'typescript',
    8,
  ),
  define(
    'TypeScript: deep text that takes much memory',
    (attacker) =>
      `// ${attacker.next()}\nexport const run = () => ${'['.repeat(200_000)}${']'.repeat(200_000)};\n`,
    'typescript',
  ),
  define(
    'TypeScript: params that unfold',
    (attacker) =>
      `// ${attacker.next()}\nexport const run = (params: { a: ${Array.from({ length: 50_000 }, (_, i) => `"${i}"`).join('|')} } | { b: 1 }) => 1;\n`,
    'typescript',
  ),
  define(
    'Python: deep and large text',
    (attacker) =>
      `# ${attacker.next()}\nx = ${'('.repeat(90)}${'1+'.repeat(200_000)}1${')'.repeat(90)}\ndef run(params, reporter): return 1\n`,
    'python',
    8,
  ),
  define(
    'Python: constants that are folded',
    (attacker) =>
      `# ${attacker.next()}\n${'x = (1 << 100) ** 100 * "a" * 4000\n'.repeat(10_000)}def run(params, reporter): return 1\n`,
    'python',
    8,
  ),
  prepared(
    'versions of a script as large as may be',
    (attacker) =>
      attacker.define({ language: 'typescript', script: 'export const run = () => null;\n' }),
    (attacker, identifier) =>
      attacker.ask('PATCH', `${attacker.project}/task-types/${identifier}`, {
        body: {
          script: `//${'x'.repeat(1_000_000)}${attacker.next()}\nexport const run = () => null;\n`,
        },
      }),
    4,
  ),
  withSchema('schemas as large as may be', (attacker) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 10_000 }, (_, n) => [
        `p${n}`,
        {
          anyOf: [
            { type: 'string', minLength: attacker.next() },
            { type: 'object', required: [`r${n}`] },
          ],
        },
      ]),
    ),
  })),
  withSchema('schemas that are deep and refer to each other', () => ({
    $defs: Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [
        `d${n}`,
        { anyOf: [{ $ref: `#/$defs/d${(n + 1) % 2000}` }, { $ref: `#/$defs/d${(n + 7) % 2000}` }] },
      ]),
    ),
    $ref: '#/$defs/d0',
  })),
  prepared(
    'params against a pathological schema',
    (attacker) =>
      attacker.define({
        language: 'typescript',
        script: 'export const run = () => null;\n',
        metaTask: {
          params_schema: {
            type: 'object',
            properties: {
              text: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' },
              list: {
                type: 'array',
                uniqueItems: true,
                items: {
                  anyOf: Array.from({ length: 30 }, (_, n) => ({
                    type: 'array',
                    minItems: n,
                    items: { type: 'string', pattern: `(a{1,${n + 1}}){1,30}b` },
                  })),
                },
              },
            },
          },
        },
      }),
    (attacker, identifier) =>
      attacker.start(identifier ?? '', {
        text: 'a'.repeat(100_000),
        list: Array.from({ length: 3_000 }, (_, n) => ['a'.repeat(20), String(n)]),
      }),
    4,
  ),
];
