import { MetarunError } from '../../../src/base/kernel/errors.js';
import type { Json } from '../../../src/base/kernel/json.js';
import type { Group, PortBehaviour } from '../behaviour.js';

const ANY: Json = { a: [1, -2.5, null, true, 'ü🎉\u2028"\\'], '': { __b: [] }, deep: [[[[]]]] };

const holds = (content: string, encoding: string) => () => Promise.resolve({ content, encoding });

/** Holds answers until there are `count` calls, then answers in reverse order. */
function lastFirst(count: number): NonNullable<PortBehaviour['answers']> {
  let held: (() => void)[] = [];
  return ({ args }) =>
    new Promise((resolve) => {
      held.push(() => resolve(args));
      if (held.length < count) return;
      for (const answer of held.toReversed()) answer();
      held = [];
    });
}

export const CALLS: Group<PortBehaviour> = {
  title: 'Calls',
  behaviours: {
    'call.write-text': {
      says: 'text to write reaches the host unchanged',
      answers: () => Promise.resolve({ size: 4 }),
      python: 'return reporter.files.write("/ü.txt", "tëxt")',
      typescript: 'return await reporter.files.write("/ü.txt", "tëxt");',
      result: { size: 4 },
      calls: [{ method: 'files.write', args: { path: '/ü.txt', content: 'tëxt', ws: null } }],
    },
    'call.write-bytes': {
      says: 'bytes to write reach the host as base64',
      answers: () => Promise.resolve({}),
      python: 'reporter.files.write("/b", bytes([255, 0, 1]), ws="w")',
      typescript: 'await reporter.files.write("/b", new Uint8Array([255, 0, 1]), { ws: "w" });',
      calls: [
        {
          method: 'files.write',
          args: { path: '/b', content: '/wAB', encoding: 'base64', ws: 'w' },
        },
      ],
    },
    'call.write-no-bytes': {
      says: 'an empty sequence of bytes reaches the host as empty base64',
      answers: () => Promise.resolve({}),
      python: 'reporter.files.write("/b", b"")',
      typescript: 'await reporter.files.write("/b", new Uint8Array(0));',
      calls: [
        { method: 'files.write', args: { path: '/b', content: '', encoding: 'base64', ws: null } },
      ],
    },
    'call.kinds-of-bytes': {
      says: 'other binary types, such as `memoryview` and `DataView`, are sent as bytes too',
      answers: ({ args }) => Promise.resolve(args),
      python:
        'kinds = [bytearray(b"ab"), memoryview(b"xaby")[1:3]]\nreturn [reporter.files.write("/b", kind)["content"] for kind in kinds]',
      typescript:
        'const { buffer } = new TextEncoder().encode("xaby");\nconst kinds = [buffer.slice(1, 3), new DataView(buffer, 1, 2)];\nreturn Promise.all(kinds.map(async (kind) => (await reporter.files.write("/b", kind)).content));',
      result: ['YWI=', 'YWI='],
    },
    'call.read-text': {
      says: 'a text file is read as a string',
      answers: holds('häl\n', 'utf-8'),
      python: 'return reporter.files.read("/a")',
      typescript: 'return await reporter.files.read("/a");',
      result: 'häl\n',
      calls: [{ method: 'files.read', args: { path: '/a', ws: null } }],
    },
    'call.read-bytes': {
      says: 'a file that is not text is read as bytes',
      answers: holds('/wAB', 'base64'),
      python:
        'content = reporter.files.read("/a")\nreturn [isinstance(content, bytes), list(content)]',
      typescript:
        'const content = await reporter.files.read("/a"); return [content instanceof Uint8Array, [...content]];',
      result: [true, [255, 0, 1]],
    },
    'call.verbs': {
      says: '`list`, `exists`, `delete` and `secrets.get` pass their arguments to the host',
      answers: () => Promise.resolve(null),
      python:
        'reporter.files.list()\nreporter.files.list("/d", recursive=True, ws="w")\nreporter.files.exists("/a")\nreporter.files.delete("/a", ws="w")\nreporter.secrets.get("KEY")',
      typescript:
        'await reporter.files.list();\nawait reporter.files.list("/d", { recursive: true, ws: "w" });\nawait reporter.files.exists("/a");\nawait reporter.files.delete("/a", { ws: "w" });\nawait reporter.secrets.get("KEY");',
      calls: [
        { method: 'files.list', args: { path: '/', ws: null, recursive: false } },
        { method: 'files.list', args: { path: '/d', ws: 'w', recursive: true } },
        { method: 'files.exists', args: { path: '/a', ws: null } },
        { method: 'files.delete', args: { path: '/a', ws: 'w' } },
        { method: 'secrets.get', args: { name: 'KEY' } },
      ],
    },
    'call.reading': {
      says: 'calls that read parts of files or search them pass their arguments to the host',
      answers: () => Promise.resolve(null),
      python:
        'files = reporter.files\nfiles.read_lines("/a")\nfiles.read_lines("/a", 2, 3, ws="w")\nfiles.read_section("/a", "b")\nfiles.outline("/a")\nfiles.glob("*.md")\nfiles.glob("**", path="/d", ws="w")\nfiles.search("x")\nfiles.search("x", path="/d", limit=3, ws="w")',
      typescript:
        'const { files } = reporter;\nawait files.readLines("/a");\nawait files.readLines("/a", 2, 3, { ws: "w" });\nawait files.readSection("/a", "b");\nawait files.outline("/a");\nawait files.glob("*.md");\nawait files.glob("**", { path: "/d", ws: "w" });\nawait files.search("x");\nawait files.search("x", { path: "/d", limit: 3, ws: "w" });',
      calls: [
        { method: 'files.read_lines', args: { path: '/a', ws: null, first: 1, last: null } },
        { method: 'files.read_lines', args: { path: '/a', ws: 'w', first: 2, last: 3 } },
        { method: 'files.read_section', args: { path: '/a', ws: null, section: 'b' } },
        { method: 'files.outline', args: { path: '/a', ws: null } },
        { method: 'files.glob', args: { path: '/', ws: null, pattern: '*.md' } },
        { method: 'files.glob', args: { path: '/d', ws: 'w', pattern: '**' } },
        { method: 'files.search', args: { path: '/', ws: null, query: 'x', limit: 20 } },
        { method: 'files.search', args: { path: '/d', ws: 'w', query: 'x', limit: 3 } },
      ],
    },
    'call.bytes-of-text': {
      says: 'a text file that is read as bytes is returned as UTF-8',
      answers: () => Promise.resolve({ content: 'é🎉', encoding: 'utf-8' }),
      python:
        'content = reporter.files.read_bytes("/a")\nreturn [isinstance(content, bytes), list(content)]',
      typescript:
        'const content = await reporter.files.readBytes("/a"); return [content instanceof Uint8Array, [...content]];',
      result: [true, [0xc3, 0xa9, 0xf0, 0x9f, 0x8e, 0x89]],
      calls: [{ method: 'files.read', args: { path: '/a', ws: null } }],
    },
    'call.answer': {
      says: 'any JSON in an answer of the host reaches the script unchanged',
      answers: () => Promise.resolve(ANY),
      python: 'return reporter.files.list("/")',
      typescript: 'return await reporter.files.list("/");',
      result: ANY,
    },
    'call.large': {
      says: 'a call and its answer can carry megabytes',
      answers: ({ args }) => Promise.resolve(args),
      python:
        'answer = reporter.files.write("/a", "ü" * 1_000_000)\nreturn answer["content"] == "ü" * 1_000_000',
      typescript:
        'const answer = await reporter.files.write("/a", "ü".repeat(1_000_000)); return answer.content === "ü".repeat(1_000_000);',
      result: true,
    },
    'call.refused': {
      says: 'a refused call raises a catchable MetarunError with a code and a message',
      answers: () => Promise.reject(new MetarunError('not_found', 'There is no such file.')),
      python:
        'try:\n    reporter.files.read("/a")\nexcept Exception as error:\n    return [type(error).__name__, error.code, error.message, str(error)]',
      typescript:
        'try { await reporter.files.read("/a"); } catch (error: any) { return [error.name, error.code, error.message, error.message]; }',
      result: ['MetarunError', 'not_found', 'There is no such file.', 'There is no such file.'],
    },
    'call.refused-uncaught': {
      says: 'an uncaught refusal fails the run with its message and line',
      answers: () => Promise.reject(new MetarunError('not_found', 'There is no such file.')),
      whole: true,
      python: '\ndef run(params, reporter):\n    reporter.files.read("/a")\n',
      typescript:
        '\nexport async function run(_: unknown, reporter: any) {\n  await reporter.files.read("/a");\n}\n',
      raises: 'refusal',
      message: /^MetarunError: There is no such file\.$/,
      lines: [3],
    },
    'call.unknown': {
      says: 'a call that the host does not offer is refused with an error that names it',
      python: 'reporter.secrets.get("A")',
      typescript: 'await reporter.secrets.get("A");',
      raises: 'refusal',
      message: 'no secrets.get here',
    },
    'call.host-failure': {
      says: 'an unexpected failure of the host reaches the script only as `internal`',
      answers: () => Promise.reject(new Error('password=hunter2')),
      python:
        'try:\n    reporter.files.read("/a")\nexcept Exception as error:\n    return [error.code, str(error)]',
      typescript:
        'try { await reporter.files.read("/a"); } catch (error: any) { return [error.code, error.message]; }',
      result: ['internal', 'The service could not answer this call.'],
    },
    'call.after-words': {
      says: 'reports sent before a call arrive before the call is answered',
      answers: (_call, { events }) => Promise.resolve([...events]),
      python: 'reporter.set_phase("a")\nprint("b")\nreturn reporter.files.list("/")',
      typescript:
        'reporter.setPhase("a"); console.log("b"); return await reporter.files.list("/");',
      result: ['phase:a', 'info:b'],
    },
    'call.many': {
      says: 'hundreds of concurrent calls each receive their own answer',
      answers: ({ args }) => Promise.resolve(args),
      python:
        'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(32) as pool:\n    answers = pool.map(lambda n: reporter.files.exists(f"/{n}")["path"], range(400))\n    return list(answers) == [f"/{n}" for n in range(400)]',
      typescript:
        'const paths = Array.from({ length: 400 }, (_, n) => `/${n}`);\nconst answers = await Promise.all(paths.map((path) => reporter.files.exists(path)));\nreturn answers.every((answer: any, n) => answer.path === paths[n]);',
      result: true,
    },
    'call.out-of-order': {
      says: 'calls can be answered in any order',
      answers: lastFirst(4),
      python:
        'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(8) as pool:\n    return [answer["path"] for answer in pool.map(lambda n: reporter.files.exists(f"/{n}"), range(8))]',
      typescript:
        'const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => reporter.files.exists(`/${n}`)));\nreturn answers.map(({ path }: any) => path);',
      result: Array.from({ length: 8 }, (_, n) => `/${n}`),
    },
    'call.output': {
      says: 'text passed to `output` reaches the host piece by piece',
      answers: () => Promise.resolve(null),
      python: 'return [reporter.output(text) for text in ("Häl", "lo\\n🎉", "")]',
      typescript:
        'const found = [];\nfor (const text of ["Häl", "lo\\n🎉", ""]) found.push(await reporter.output(text));\nreturn found;',
      result: [null, null, null],
      calls: ['Häl', 'lo\n🎉', ''].map((text) => ({ method: 'output', args: { text } })),
    },
    'call.output-no-text': {
      says: 'a number passed to `output` raises a type error before any call',
      answers: () => Promise.resolve(null),
      python: 'reporter.output(7)',
      typescript: 'await reporter.output(7 as any);',
      error: 'script_error',
      message: /TypeError/,
      calls: [],
    },
    'call.top-level': {
      says: 'the reporter is an argument of `run`, not a global variable',
      whole: true,
      python: 'reporter.set_phase("x")\ndef run(params, reporter): pass\n',
      typescript: '(globalThis as any).reporter.setPhase("x");\nexport const run = () => null;\n',
      error: 'script_error',
      message: /reporter|undefined/,
      lines: [1],
    },
  },
};
