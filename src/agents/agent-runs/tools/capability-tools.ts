import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { MEMORY_SCOPES } from '../../../tasks/catalogue/memory-field.js';
import type { CAPABILITY_TOOLS } from '../../agents/agent-tools.js';
import { MEMORY_KINDS } from '../../memories/memory-words.js';
import { type AgentTool, objectSchema, type Recorded } from './tool.js';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';

const PATH = { type: 'string', description: 'Path of a file, such as /notes/today.md.' };
const LINE = {
  type: 'integer',
  minimum: 1,
  description: 'Line number, counted from 1; both ends are included.',
};
const MAX_SECONDS = 366 * 24 * 60 * 60;

interface About {
  description: string;
  properties: Record<string, JsonObject>;
  recorded: Recorded;
  /** Name of the argument with the origin of the result. */
  place?: string;
  /** True if it only reads and can therefore be used on the workspaces of `knowledge`. */
  reads?: true;
  shown?: (result: Json) => Json;
}

/** Tools that are also capabilities of scripts, with the same names. `http.request` has a class of its own. */
const CAPABILITIES: Readonly<Record<string, About>> = {
  'files.read': {
    description: 'Returns the content of a file.',
    properties: { path: PATH },
    recorded: 'again',
    place: 'path',
    reads: true,
    shown: extractContent,
  },
  'files.read_lines': {
    description: 'Returns lines of a text file.',
    properties: { path: PATH, 'first?': LINE, 'last?': LINE },
    recorded: 'again',
    place: 'path',
    reads: true,
  },
  'files.read_section': {
    description: 'Returns the section of a Markdown file that has this heading.',
    properties: { path: PATH, section: { type: 'string' } },
    recorded: 'again',
    place: 'path',
    reads: true,
  },
  'files.outline': {
    description: 'Returns the headings of a Markdown file with their lines.',
    properties: { path: PATH },
    recorded: 'again',
    place: 'path',
    reads: true,
  },
  'files.list': {
    description: 'Lists a directory.',
    properties: {
      'path?': { type: 'string', description: 'Directory. Default: the root.' },
      'recursive?': { type: 'boolean' },
    },
    recorded: 'again',
    place: 'path',
    reads: true,
  },
  'files.glob': {
    description: 'Lists the files that match a pattern such as **/*.md.',
    properties: { pattern: { type: 'string' }, 'path?': { type: 'string' } },
    recorded: 'again',
    place: 'pattern',
    reads: true,
  },
  'files.search': {
    description:
      'Searches the text of all files. Results name path, heading and lines, the best first, and for each word of the query what of it was found: itself, another form, a part, a similar spelling, or nothing; a "match" by "meaning" says something alike in other words. Before you conclude that something is not there, search again with other words for it.',
    properties: {
      query: {
        type: 'string',
        description:
          'A question, or better the two to four words that say most. "A phrase" has to be there as it is, -word must not, begin* finds beginnings.',
      },
      'path?': { type: 'string', description: 'Directory or file to search. Default: everything.' },
      'limit?': { type: 'integer', minimum: 1, maximum: 100 },
    },
    recorded: 'again',
    place: 'query',
    reads: true,
  },
  'files.exists': {
    description: 'Returns whether there is a file or directory.',
    properties: { path: PATH },
    recorded: 'again',
    place: 'path',
    reads: true,
  },
  'files.write': {
    description: 'Writes a file, in place of one that is there.',
    properties: { path: PATH, content: { type: 'string' } },
    recorded: 'again',
    place: 'path',
  },
  'files.delete': {
    description: 'Deletes a file or a directory.',
    properties: { path: PATH },
    recorded: 'once',
    place: 'path',
  },
  sleep: {
    description: 'Waits.',
    properties: { seconds: { type: 'number', minimum: 0, maximum: MAX_SECONDS } },
    recorded: 'own',
  },
  'event.wait': {
    description: 'Waits for an event that is sent to this task. Returns its payload.',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH },
      'timeout?': {
        type: 'number',
        minimum: 0,
        maximum: MAX_SECONDS,
        description: 'Maximum wait, in seconds.',
      },
    },
    recorded: 'own',
    place: 'name',
  },
  'memory.search': {
    description: 'Searches what was remembered in earlier tasks.',
    properties: {
      query: { type: 'string', description: 'Words to look for.' },
      'scope?': { type: 'string', enum: [...MEMORY_SCOPES] },
      'limit?': { type: 'integer', minimum: 1, maximum: 50 },
    },
    recorded: 'own',
    place: 'query',
  },
  'memory.remember': {
    description:
      'Keeps one short sentence for later tasks, which says what is, and orders nothing. No secret, and nothing of this task alone.',
    properties: {
      text: { type: 'string', minLength: 1, maxLength: 500 },
      'kind?': { type: 'string', enum: [...MEMORY_KINDS] },
      'scope?': { type: 'string', enum: [...MEMORY_SCOPES] },
    },
    recorded: 'own',
  },
} satisfies Record<Exclude<(typeof CAPABILITY_TOOLS)[number], 'http.request'>, About>;

/**
 * Returns the tool for a capability; null for other tools. `knowledge`: ids by name of the workspaces that it may read
 * in addition to the task's own.
 */
export function capabilityTool(
  name: string,
  knowledge: ReadonlyMap<string, string>,
): AgentTool | null {
  const about = Object.hasOwn(CAPABILITIES, name) ? CAPABILITIES[name] : undefined;
  if (about === undefined) return null;
  const { description, properties, recorded, place, reads, shown = (result) => result } = about;
  const workspace: Record<string, JsonObject> =
    reads === undefined || knowledge.size === 0
      ? {}
      : {
          'workspace?': {
            type: 'string',
            enum: [...knowledge.keys()],
            description:
              'Another workspace, which is read-only. Default: the workspace of the task.',
          },
        };
  return {
    name,
    description,
    inputSchema: objectSchema({ ...properties, ...workspace }),
    checked: true,
    recorded: () => recorded,
    origin: (input) =>
      [name, text(input['workspace']), place === undefined ? '' : text(input[place])]
        .filter((part) => part !== '')
        .join(' '),
    run: async ({ input: { workspace: given, ...input }, call }) => {
      const ws = knowledge.get(text(given));
      return shown(await call(name, ws === undefined ? input : { ...input, ws }));
    },
  };
}

function extractContent(result: Json): Json {
  if (!isJsonObject(result)) return result;
  return result['encoding'] === 'utf-8' ? (result['content'] ?? '') : result;
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
