import { parse } from '@babel/parser';
import { expect, it } from '@jest/globals';
import { readUses } from './read-uses.js';

/** Returns what a file uses, each as `kind what` with a mark if it is certain, and what it loads. */
function listUses(text: string): string[] {
  const { program } = parse(text, { sourceType: 'module', errorRecovery: true });
  const { uses, loads } = readUses(program, (name) => ['fs', 'net', 'module'].includes(name));
  return [
    ...uses.map(({ kind, what, isCertain }) => `${kind} ${what}${isCertain ? '!' : ''}`),
    ...[...loads].map((name) => `loads ${name}`),
  ];
}

it.each([
  ['a call of a module', `import { connect } from 'net'; connect(1);`, ['module net!']],
  ['a call of a whole module', `import net from 'node:net'; new net.Socket();`, ['module net!']],
  [
    'a call of what a compiler has made of an import',
    `const fs_1 = __importDefault(require('fs')); fs_1.default.readFileSync('/a');`,
    ['module fs!', 'loads fs'],
  ],
  [
    'a part of a module that is required',
    `const { connect } = require('net'); connect();`,
    ['module net!', 'loads net'],
  ],
  ['a global', `const get = SharedArrayBuffer.prototype.slice;`, ['global SharedArrayBuffer!']],
  [
    'the address of the code',
    `const at = new URL('./a', import.meta.url);`,
    ['file ./a', 'address import.meta.url!'],
  ],
  [
    'a path that a call finds',
    `const worker = require.resolve('./worker.js');`,
    ['file ./worker.js!'],
  ],
  [
    'a file that is read',
    `const fs = require('fs'); fs.readFileSync(require('path').join(__dirname, 'a.txt'));`,
    ['module fs!', 'file a.txt!', 'loads fs', 'loads path'],
  ],
])('a file certainly uses %s at its top', (_what, text, uses) => {
  expect(listUses(text)).toEqual(uses);
});

it.each([
  ['a function', `import net from 'net'; export const open = () => net.connect(1);`, []],
  ['a method', `class A { open() { return SharedArrayBuffer; } }`, []],
  ['a branch', `if (a) require('b'); const c = d ? SharedArrayBuffer.prototype : null;`, []],
  ['a try', `try { require.resolve('./a'); new WebAssembly.Module(b); } catch {}`, []],
  ['a test', `const has = typeof SharedArrayBuffer !== 'undefined' && SharedArrayBuffer;`, []],
  [
    'a name of its own',
    `class WebSocket {} new WebSocket(); a.SharedArrayBuffer; ({ Atomics: 1 });`,
    [],
  ],
  ['a harmless call', `import fs from 'fs'; fs.existsSync('/a');`, []],
  [
    'WebAssembly that a function compiles',
    `const f = () => WebAssembly.compile(a);`,
    ['global WebAssembly'],
  ],
  ['a path that is only made', `const path = __dirname + '/a.txt';`, ['file /a.txt']],
  ['a template', 'const path = `${__dirname}/a.txt`;', ['file /a.txt']],
  ['its own require of a module of Node', `createRequire(import.meta.url)('node:fs');`, []],
  [
    'its own require, later',
    `const r = createRequire(import.meta.url); const f = () => r('#a');`,
    ['file #a'],
  ],
])('a file may use what stands in %s', (_what, text, uses) => {
  expect(listUses(text)).toEqual(uses);
});
