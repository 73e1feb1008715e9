import { call, needNumber, needText } from './calls.js';
import { inspect } from './inspect.js';
import { freeze, RangeErrorClass, TypeErrorClass } from './intrinsics.js';
import type { Link } from './link.js';
import { makeBase64 } from './web/base64.js';
import { toBytesOrNull } from './web/bytes.js';
import { makeUtf8 } from './web/utf8.js';

type Options = { ws?: unknown; recursive?: unknown; path?: unknown; limit?: unknown } | undefined;

const MAX_LINE = 1_000_000_000;
const MAX_RESULTS = 100;

/** Creates `reporter.files`: the files of the project. */
export function makeFiles(link: Link): object {
  const files = async (
    method: string,
    path: unknown,
    options: Options,
    more: object = {},
  ): Promise<unknown> => {
    needText(`reporter.${method}`, 'path', path);
    const ws = options?.ws ?? null;
    if (ws !== null) needText(`reporter.${method}`, 'ws', ws);
    return call(link, method, { path, ...more, ws });
  };
  const read = async (path: unknown, options: Options): Promise<string | Uint8Array> =>
    decodeContent(await files('files.read', path, options));
  return freeze({
    read: async (path: unknown, options?: Options) => read(path, options),
    readBytes: async (path: unknown, options?: Options) => {
      const content = await read(path, options);
      return typeof content === 'string' ? makeUtf8().encodeUtf8(content) : content;
    },
    readLines: async (path: unknown, first?: unknown, last?: unknown, options?: Options) =>
      files('files.read_lines', path, options, {
        first: needLine('first', first ?? 1),
        last: last == null ? null : needLine('last', last),
      }),
    readSection: async (path: unknown, section: unknown, options?: Options) =>
      files('files.read_section', path, options, {
        section: needText('reporter.files.readSection', 'section', section),
      }),
    outline: async (path: unknown, options?: Options) => files('files.outline', path, options),
    glob: async (pattern: unknown, options?: Options) =>
      files('files.glob', options?.path ?? '/', options, {
        pattern: needText('reporter.files.glob', 'pattern', pattern),
      }),
    search: async (query: unknown, options?: Options) =>
      files('files.search', options?.path ?? '/', options, {
        query: needText('reporter.files.search', 'query', query),
        limit: needWhole('reporter.files.search', 'limit', options?.limit ?? 20, MAX_RESULTS),
      }),
    write: async (path: unknown, content: unknown, options?: Options) =>
      files('files.write', path, options, encoded(content)),
    list: (path: unknown = '/', options?: Options) =>
      files('files.list', path, options, { recursive: needFlag(options?.recursive) }),
    delete: (path: unknown, options?: Options) => files('files.delete', path, options),
    exists: (path: unknown, options?: Options) => files('files.exists', path, options),
  });
}

function decodeContent(answer: unknown): string | Uint8Array {
  const { content, encoding } = answer as { content: string; encoding: string };
  return encoding === 'base64' ? (makeBase64().fromBase64(content) ?? content) : content;
}

function encoded(content: unknown): { content: string; encoding?: 'base64' } {
  if (typeof content === 'string') return { content };
  const bytes = toBytesOrNull(content);
  if (bytes !== null) return { content: makeBase64().toBase64(bytes), encoding: 'base64' };
  throw new TypeErrorClass(
    `reporter.files.write needs the content as a string or a Uint8Array, not ${inspect(content)}`,
  );
}

function needFlag(recursive: unknown = false): boolean {
  if (typeof recursive === 'boolean') return recursive;
  throw new TypeErrorClass(
    `reporter.files.list needs recursive as a boolean, not ${inspect(recursive)}`,
  );
}

function needLine(name: string, value: unknown): number {
  return needWhole('reporter.files.readLines', name, value, MAX_LINE);
}

function needWhole(where: string, name: string, value: unknown, most: number): number {
  const number = needNumber(where, name, value, 1, most);
  if (number % 1 === 0) return number;
  throw new RangeErrorClass(`${where} needs ${name} as a whole number, not ${inspect(value)}`);
}
