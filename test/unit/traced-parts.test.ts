import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

/** A call in bench/trace.mjs that watches a method: the module, its class and the method. */
const WATCH = /await watch\(\s*'([^']+)\.js',\s*'(\w+)',\s*'(\w+)'/g;

it('each method that the benchmark traces by its name is one of that class', () => {
  const watched = [...readFileSync('bench/trace.mjs', 'utf8').matchAll(WATCH)];
  expect(watched.length).toBeGreaterThanOrEqual(7);
  const absent = watched.filter(([, file, name, method]) => {
    const source = readFileSync(`src/${file}.ts`, 'utf8');
    const declared = new RegExp(
      String.raw`^export class ${name}\b[^]*?^  (?:async |private )*${method}\(`,
      'm',
    );
    return !declared.test(source);
  });
  expect(absent.map(([, ...parts]) => parts.join(' '))).toEqual([]);
});
