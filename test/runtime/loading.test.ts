import { afterAll, describe, expect, it } from '@jest/globals';
import { body, compile, run, runtime } from '../support/typescript-runs.js';

afterAll(() => runtime.close());

const DATA = 'data:text/javascript,export default 1';
const ONE_FILE = 'a script is one file, and loads no other as it runs.';

describe.each(['isolate', 'node'] as const)('a script of the runtime %s', (engine) => {
  it('the type of `require` is undefined in a script, as in a module of Node', async () => {
    const code = body('return [typeof require, typeof module, typeof exports];');
    const result = ['undefined', 'undefined', 'undefined'];
    expect(await run(code, { engine })).toEqual({ kind: 'success', result });
  });

  it.each([
    ['a data: URL', `await import('${DATA}');`, DATA],
    ['a computed data: URL', `const url = '${DATA}'; await import(url);`, DATA],
    ['another file', `await import('./other.js');`, './other.js'],
  ])('an import() of %s fails with a sentence', async (_what, code, name) => {
    const message = expect.stringContaining(`Error: Cannot import "${name}": ${ONE_FILE}`);
    expect(await run(body(code), { engine })).toMatchObject({ code: 'script_error', message });
  });

  it('an import of a data: URL is refused with a sentence when the script is checked', async () => {
    await expect(
      compile(`import x from '${DATA}'; export default () => x;`, engine),
    ).rejects.toThrow(`Cannot import "${DATA}": a script is one file.`);
  });

  it.each([
    ['a method', '@old hi() {}', 'old', 7],
    ['a member', '@named title = "";', 'named', 7],
    ['what a factory makes', '@made("x") hi() {}', 'made', 7],
  ])(
    'a decorator of the older kind on %s is refused with a sentence',
    async (_what, member, name, line) => {
      const source = `// @old is a comment
function old(target: any, key: string, descriptor: PropertyDescriptor) { return descriptor; }
function named(target: any, key: string | symbol) {}
const made = (name: string) => (target: any, key: string, descriptor: PropertyDescriptor) => {};
const text = '@old';
class A {
  ${member}
}
export default () => new A();`;
      const checked = await runtime.check(source, 'p', { engine });
      expect(checked).toMatchObject({
        ok: false,
        diagnostics: [
          {
            message: expect.stringMatching(
              new RegExp(`^The decorator "${name}" is of the older kind, .*\\(value, context\\)`),
            ),
            line,
            column: 3,
          },
        ],
      });
    },
  );

  it('decorators of the standard run', async () => {
    const source = `function loud(value: () => string, { name }: ClassMethodDecoratorContext) {
  return function (this: A) { return name.toString() + value.call(this).toUpperCase(); };
}
const times = (count: number) => (value: any, context: ClassFieldDecoratorContext) => (first: number) => first * count;
class A {
  @times(3) size = 2;
  @loud hi() { return 'there'; }
}
export default () => { const a = new A(); return [a.hi(), a.size]; };`;
    expect(await run(source, { engine })).toEqual({ kind: 'success', result: ['hiTHERE', 6] });
  });
});
