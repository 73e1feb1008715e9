import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { floatingPromises } from './floating-promises.js';

const FILE = 'workflow.ts';
const DECLARED = `
interface Files { write(path: string, text: string): Promise<void> }
interface Reporter { step<T>(name: string, work: () => T): Promise<T>; files: Files; log(text: string): void }
async function save(item: unknown): Promise<number> { return 1; }
const later = (n: number) => new Promise<number>((done) => setTimeout(done, n));
const plain = (item: unknown) => item;
declare const maybe: { run(): Promise<void> | undefined; each?: () => Promise<void> };
declare const kept: Promise<number>[];
declare const steps: string[];
declare function setTimeout(work: (value: any) => unknown, ms: number): number;
`.replaceAll('\n', ' ');

const options: ts.CompilerOptions = { lib: ['lib.es2022.d.ts'], strict: true, noEmit: true };
const host = ts.createCompilerHost(options);
const read = host.getSourceFile.bind(host);
let program: ts.Program | undefined;

/** Returns the diagnostics of the body of `run`. */
function foundIn(body: string, type = 'Reporter'): string[] {
  const text = `${DECLARED}export default async function run(params: any, reporter: ${type}) {\n${body}\n}`;
  host.getSourceFile = (name, version) =>
    name === FILE ? ts.createSourceFile(name, text, version, true) : read(name, version);
  program = ts.createProgram([FILE], options, host, program);
  const file = program.getSourceFile(FILE);
  if (file === undefined) throw new Error('the script is not there');
  const wrong = program.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
  expect(wrong).toEqual([]);
  return floatingPromises(file, program.getTypeChecker()).map(
    ({ message, line = 0, column = 0 }) =>
      `${line - 1}:${column} ${message.split(' is not awaited')[0]?.split(' are not awaited')[0]}`,
  );
}

it.each([
  ["reporter.step('a', () => 1);", ['1:1 the promise of reporter.step']],
  ["reporter.step('a', () => 1).then(() => 2);", ['1:1 the promise of reporter.step']],
  [
    "reporter.step('a', () => 1).then(() => 2).then(() => 3);",
    ['1:1 the promise of reporter.step'],
  ],
  ["reporter.step('a', () => 1).finally(() => 2);", ['1:1 the promise of reporter.step']],
  ["reporter.step('a', () => 1).catch();", ['1:1 the promise of reporter.step']],
  ['save(1).catch(() => 2).then(() => 3);', ['1:1 the promise of save(1).catch(()=>2).then']],
  ['steps.map((s) => reporter.step(s, () => 1));', ['1:1 the promises of steps.map']],
  ['steps.map(async (s) => reporter.log(s));', ['1:1 the promises of steps.map']],
  ['steps.forEach((s) => reporter.step(s, () => 1));', ['1:22 the promise of reporter.step']],
  ['steps.forEach((s) => { save(s); });', ['1:24 the promise of save']],
  ['steps.forEach(async (s) => { await save(s); });', ['1:1 the promises of steps.forEach']],
  ['save(1);\nlater(2);', ['1:1 the promise of save', '2:1 the promise of later']],
  ['(async () => { await save(1); })();', ['1:1 the promise of (async()=>{awaitsave(1);})']],
  ['new Promise(() => {});', ['1:1 the promise of Promise']],
  ['Promise.all(steps.map(save));', ['1:1 the promise of Promise.all']],
  [
    'maybe.run();\nmaybe.each?.();',
    ['1:1 the promise of maybe.run', '2:1 the promise of maybe.each'],
  ],
  ['params.now && save(1);', ['1:15 the promise of save']],
  ['params.now ? plain(1) : (save(1) as unknown);', ['1:26 the promise of save']],
  ['plain(1), save!(2);', ['1:11 the promise of save!']],
  ['[1].map(save);', ['1:1 the promises of [1].map']],
  ['(() => [save(1), 2])();', ['1:1 the promises of (()=>[save(1),2])']],
])('the check finds what nothing awaits: %s', (body, found) => {
  expect(foundIn(body)).toEqual(found);
});

it.each([
  ["await reporter.step('a', () => 1).then(() => 2);"],
  ["void reporter.step('a', () => 1);\nvoid steps.map(save);"],
  ["reporter.step('a', () => 1).catch(() => 2);"],
  ["reporter.step('a', () => 1).then(() => 2, () => 3);"],
  ["reporter.step('a', () => 1).then(() => 2).catch(() => 3).finally(() => 4);"],
  ['let a = save(1);\na = save(2);\nconst all = steps.map(save);\nawait Promise.all([a, ...all]);'],
  ['kept.push(save(1));\nkept.reverse();\nkept.sort();'],
  ['return save(1);'],
  ['const work = () => save(1);\nawait work();'],
  ['reporter.log("a");\nplain(1);\nparams.what();\nparams.what().then();'],
  ['steps.map(plain);\nsteps.forEach((s) => reporter.log(s));'],
  ['await Promise.all(steps.map(async (s) => { await save(s); }));'],
  ['for (const s of steps) await save(s);'],
  ['setTimeout(async () => { await save(1); }, 5);'],
])('the check finds nothing in what is awaited or handled: %s', (body) => {
  expect(foundIn(body)).toEqual([]);
});

it.each([
  ["reporter.step('a', () => 1).then(() => 2);", ['1:1 the promise of reporter.step']],
  ['steps.map((s) => reporter.files.write(s, s));', ['1:1 the promises of steps.map']],
  ['await Promise.all(steps.map((s) => reporter.files.write(s, s)));', []],
  ["reporter.step('a', () => 1).catch(() => 2);\nreporter.log('a');", []],
])('the check finds calls of a reporter that has no type: %s', (body, found) => {
  expect(foundIn(body, 'any')).toEqual(found);
});

/** Members of a reporter whose functions return no promise. */
const WITHOUT_PROMISES = ['task', 'signal'];

it('the check knows each function of the reporter that returns a promise', () => {
  const path = 'runtimes/typescript/types/workflow.d.ts';
  const types = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const callees = types.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => name.text === 'Reporter')
    .flatMap(({ members }) => [...members])
    .flatMap((member) => {
      const name = member.name?.getText(types) ?? '';
      if (ts.isPropertySignature(member))
        return WITHOUT_PROMISES.includes(name) ? [] : [`reporter.${name}.any`];
      const returned = ts.isMethodSignature(member) ? member.type?.getText(types) : undefined;
      return returned?.startsWith('Promise<') === true ? [`reporter.${name}`] : [];
    });
  expect(callees.length).toBeGreaterThan(10);
  const body = callees.map((callee) => `${callee}();`).join('\n');
  const found = callees.map((callee, at) => `${at + 1}:1 the promise of ${callee}`);
  expect(foundIn(body, 'any')).toEqual(found);
});
