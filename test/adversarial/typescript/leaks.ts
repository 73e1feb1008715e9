import {
  atWholeSize,
  type EndedTask,
  type Ending,
  type HostileCase,
} from '../support/hostile-case.js';

const trace = (name: string, body: string): HostileCase => ({ name, body, ends: ['success'] });
const quiet = (_: EndedTask, log: string): string | null =>
  log.includes('late') ? 'it still spoke after its end' : null;
/** Returns a case that succeeds and leaves work behind. */
const afterlife = (name: string, body: string): HostileCase => ({
  name: `after its end: ${name}`,
  body,
  ends: ['success'],
  wrong: quiet,
});
/**
 * Returns a case whose promises continue in a microtask long after the one that sends the result; they count as part of
 * the run.
 */
const goingOn = (name: string, code: string, end: Ending = 'timeout'): HostileCase => ({
  name: `after its result: ${name}`,
  body: later(code),
  ends: [end],
});
const later = (code: string): string =>
  `let ticks = 0; const tick = (): any => (ticks += 1) > 50 ? (() => { ${code} })() : Promise.resolve().then(tick); tick(); return 1;`;
const SPIN_IN_V8 = 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);';

/** Scripts that try to learn about their host, or to leave something for the next run. */
export const leaks: HostileCase[] = [
  trace(
    'stacks of every call that fails',
    'Error.stackTraceLimit = Infinity; for (const f of [() => reporter.files.read("/none"), () => reporter.files.read("../../etc/passwd"), () => reporter.files.read("/x", { ws: "none" }), () => reporter.files.write("/", "x"), () => reporter.secrets.get("NONE"), () => reporter.secrets.get("../x"), () => reporter.files.list("/none")]) { try { await f(); } catch (e: any) { console.log(e.stack, e.message, JSON.stringify(e), e.cause); } } return 1;',
  ),
  trace(
    'frames of the stack, one by one',
    'const seen: any[] = []; (Error as any).prepareStackTrace = (_: any, sites: any[]) => sites.map((s) => [s.getFileName?.(), s.getScriptNameOrSourceURL?.(), s.getEvalOrigin?.(), s.toString()].join(" ")).filter((line) => !/bootstrap/.test(line)); console.log(String(new Error("x").stack)); await reporter.files.read("/none").catch((e: any) => console.log(String(e.stack))); return 1;',
  ),
  trace(
    'files of the host by the reporter',
    'for (const path of ["/etc/passwd", "/proc/self/environ", "../../../../etc/passwd", "/..%2f..%2fetc/passwd", "file:///etc/passwd", "/\\u002e\\u002e/x", "\\\\\\\\etc\\\\passwd", "C:\\\\x", "~/.ssh/id_rsa"]) { let content = null; try { content = await reporter.files.read(path); } catch {} if (content !== null) throw new Error("read " + content); } return 1;',
  ),
  trace(
    'names of the environment',
    'return [typeof (globalThis as any).process, typeof (globalThis as any).env, Intl.DateTimeFormat().resolvedOptions().timeZone !== ""];',
  ),
  {
    name: 'a clock that shows what others do',
    body: 'let least = 1e9; for (let i = 0; i < 1e4; i++) { const a = performance.now(), b = performance.now(); if (b > a && b - a < least) least = b - a; } return least;',
    ends: ['success'],
    wrong: ({ result }) =>
      Number(result) > 0.05 ? null : `its clock ticks every ${JSON.stringify(result)} ms`,
  },
  afterlife('a timer', 'setInterval(() => console.log("late"), 1); return 1;'),
  goingOn('a loop in V8', SPIN_IN_V8),
  // An answer that arrives before the end is delivered.
  trace(
    'after its end: calls',
    'for (let i = 0; i < 1_000; i++) reporter.files.exists("/x").then(() => console.log("late"), () => {}); return 1;',
  ),
  goingOn('a flood of the log', 'for (;;) console.log("late");'),
  {
    name: 'after its failure: a loop in V8',
    body: later(SPIN_IN_V8).replace('return 1;', 'throw new Error("x");'),
    ends: ['timeout'],
  },
  ...atWholeSize(
    trace(
      'stacks of every misuse',
      'for (const f of [() => reporter.setPhase(1), () => reporter.setProgress("x"), () => reporter.log("x", "loud"), () => setTimeout("x" as any), () => new URL("x"), () => structuredClone(() => 1), () => atob("?"), () => crypto.getRandomValues(1 as any), () => new TextDecoder("x"), () => AbortSignal.timeout(-1), () => (null as any).x]) { try { f(); } catch (e: any) { console.log(e.stack, e.message); } } return 1;',
    ),
    trace(
      'stacks from within',
      'Error.stackTraceLimit = Infinity; console.log({ get a() { return new Error("in a getter").stack; } }); console.log(new Error("top").stack); setTimeout(() => console.log(new Error("timer").stack), 0); await new Promise((done) => setTimeout(done, 5)); return { toJSON() { console.log(new Error("toJSON").stack); return 1; } };',
    ),
    trace(
      'the text of functions',
      'for (const f of [reporter.setPhase, reporter.files.read, console.log, setTimeout, structuredClone, URL, crypto.randomUUID, queueMicrotask]) console.log(Function.prototype.toString.call(f).slice(0, 10_000)); return 1;',
    ),
    trace(
      'globals that are left',
      'for (let i = 0; i < 1_000; i++) (globalThis as any)["left" + i] = i; (globalThis as any).setTimeout = 1; delete (globalThis as any).URL; return 1;',
    ),
    trace(
      'prototypes that are changed for the next',
      '(Object.prototype as any).left = 1; Array.prototype.map = () => []; (Promise.prototype as any).left = 1; return 1;',
    ),
    trace(
      'intrinsics that are changed for the next',
      'Object.getPrototypeOf(async function () {}).left = 1; Object.getPrototypeOf(function* () {}).left = 1; Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true }); (Symbol.for("x") as any); (Intl as any).left = 1; (reporter.signal.constructor as any).left = 1; return 1;',
    ),
    trace(
      'symbols, legacy matches and seeds',
      '/(left)/.test("left"); (RegExp as any).input = "left"; Symbol.for("left"); Math.random(); return (RegExp as any).$1;',
    ),
    afterlife(
      'a loop in a timer',
      'setTimeout(() => { for (;;); }, 0); setTimeout(() => { for (;;); }, 1); return 1;',
    ),
    goingOn('a loop in a microtask', 'console.log("late"); for (;;);'),
    goingOn('microtasks without end', 'const f = (): any => Promise.resolve().then(f); f();'),
    afterlife('a loop in V8 in a timer', `setTimeout(() => { ${SPIN_IN_V8} }, 0); return 1;`),
    goingOn('a regular expression', '/(a+)+$/.test("a".repeat(60) + "b");'),
    goingOn(
      'memory',
      'const all: any[] = []; for (;;) all.push(new Array(1_000).fill(1.5));',
      'out_of_memory',
    ),
    goingOn(
      'buffers',
      'const all: any[] = []; for (;;) all.push(new Uint8Array(1e7).fill(1));',
      'script_error',
    ),
    goingOn('a flood of phases', 'for (;;) reporter.setPhase("late");'),
    goingOn('a rejection', 'void Promise.reject(new Error("late"));', 'script_error'),
    goingOn('a second result', 'throw { toJSON() { for (;;); } };', 'script_error'),
  ),
];
