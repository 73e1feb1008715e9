/** Tests that a lying server cannot harm its client, with every command and every field of every answer. */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { HIDDEN_CHARACTERS } from '../../src/base/kernel/hidden-characters.js';
import { commandLines, FILES } from '../support/hostile/commands.js';
import { HostileServer, type Manner } from '../support/hostile/hostile-server.js';
import type { ApiDocument, Lie } from '../support/hostile/shaped-answers.js';
import { type CliAnswer, runCli } from '../support/cli.js';
import { newFolder, removeFolders } from '../support/folders.js';
import { type LocalServer, serve } from '../support/local-server.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { inGate, WHOLE_SIZE } from '../support/size.js';

/** Everything that controls a terminal, in sequences that the command line never writes, and a line of text. */
const CONTROLS =
  'x\u001b[45m\u001b[2J\u001b]0;title\u0007\u001b]8;;http://x\u001b\\\u009b2J\u0008\u007f\r\u202e\u2066\u200f\u061c\u2028\u200b\ufeff\u3164\u{e0041}\nFAKE';
/** Sequences that the command line writes: colours and cursor movements. */
// oxlint-disable-next-line no-control-regex
const OWN = /\r?\u001b\[(?:1A|0?[JK]|\?25[lh]|\?7[lh]|(?:[012]|22|3[1-9]|9[0-7])m)/g;

let honest: TestServer;
/** Another origin, which no command may contact. */
let trap: LocalServer;
let trapped: string[];
let hostile: HostileServer & LocalServer;
/** Folder that contains everything a command may write. */
let root: string;

beforeAll(async () => {
  honest = await sharedServer();
  const { body } = await honest.call<ApiDocument>('GET', '/openapi.json');
  trapped = [];
  trap = await serve((request, response) => {
    trapped.push(request.url ?? '');
    response.end('[]');
  });
  hostile = await HostileServer.start(body, trap.url);
  root = newFolder(
    Object.fromEntries(Object.entries(FILES).map(([name, file]) => [`here/${name}`, file])),
  );
});
afterAll(async () => {
  await Promise.all([hostile.close(), trap.close(), honest.stop()]);
  removeFolders();
});

function run(words: readonly string[]): Promise<CliAnswer> {
  const home = join(root, 'home');
  return runCli(words, {
    cwd: join(root, 'here'),
    env: {
      METARUN_URL: hostile.url,
      METARUN_TOKEN: 'mrt_x',
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_DATA_HOME: join(home, 'data'),
    },
    stdin: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n',
    onTerminal: true,
  });
}

/** Runs a command on a lying server and returns the forbidden effects. */
async function collectHarms(
  words: readonly string[],
  lie: Lie,
  manner?: Manner,
): Promise<string[]> {
  hostile.begin(lie, manner);
  const { stdout, stderr } = await run(words);
  const shown = `${stdout}${stderr}`.replaceAll(OWN, '');
  const raw = (shown.match(HIDDEN_CHARACTERS) ?? []).filter((one) => one !== '\n' && one !== '\t');
  const harms = [
    ...raw.slice(0, 1).map((one) => `raw ${JSON.stringify(one)}`),
    ...trapped.splice(0).map((url) => `a request to another origin: ${url}`),
    ...leftOutside().map((path) => `a file at ${path}`),
    ...(/Cannot (?:read|destructure)|is not (?:a function|iterable|async iterable)/.test(shown) &&
    !shown.includes('gave an answer that this command cannot read')
      ? ['an error of the language']
      : []),
    ...(/^ +at .*:\d+:\d+\)?$/m.test(stderr) ? ['a stack trace'] : []),
  ];
  return harms.map((harm) => `${words.join(' ')}: ${harm}`);
}

/** Returns the paths that a command wrote outside its folder and its settings, and removes everything it wrote. */
function leftOutside(): string[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const outside = paths.filter(
    (path) => !ALLOWED.test(path) || path.search(HIDDEN_CHARACTERS) !== -1,
  );
  for (const path of [...outside, ...paths.filter((one) => /^here\/[^/]+$/.test(one))])
    if (!KEPT.has(path)) rmSync(join(root, path), { recursive: true, force: true });
  return outside;
}

/** Paths below the folder of a command, except files that name a server, and below its settings. */
const ALLOWED =
  /^(?:here(?:\/(?!.*\.metarun\/dev\.json).*)?|home(?:\/(?:config|cache|data)(?:\/metarun(?:\/.*)?)?)?)$/s;
const KEPT = new Set(Object.keys(FILES).map((path) => `here/${path.split('/')[0]}`));

async function harmsOfAll(lie: Lie, manner?: Manner): Promise<string[]> {
  const harms: string[] = [];
  for (const lines of commandLines(hostile.url).values())
    for (const words of lines) harms.push(...(await collectHarms(words, lie, manner)));
  return harms;
}

/** Texts that a server may send in place of any value. */
const LIES: readonly (readonly [name: string, lie: () => Json])[] = [
  ['control characters', () => CONTROLS],
  ['a path that leads elsewhere', () => '../../escaped'],
  ['an absolute path', () => join(root, 'escaped')],
  ['the path of a file that names a server', () => '/.metarun/dev.json'],
  ['another origin', () => `${trap.url}/x`],
  ['a script as a link', () => `javascript:fetch("${trap.url}")`],
  ['an option', () => '--into=../escaped'],
];
/** Replaces each field by one of the lies, always the same one. */
const MIXED: Lie = (field, value) => {
  const [, lie] = LIES[createHash('md5').update(field).digest().readUInt8() % LIES.length] ?? [];
  return lie?.() ?? value;
};
const SHAPES: readonly (readonly [name: string, lie: () => Json])[] = [
  ['a text of 20 kB', () => `${'A'.repeat(20_000)}${CONTROLS}`],
  ['nothing', () => null],
  ['a number', () => -1e300],
  ['a list', () => [CONTROLS]],
  ['an object', () => ({ [CONTROLS]: CONTROLS })],
];

it('each command that can name a server succeeds on one that does not lie', async () => {
  const failed: string[] = [];
  for (const lines of commandLines(hostile.url).values()) {
    let asked = 0;
    for (const words of lines) {
      hostile.begin((_, value) => value);
      const { code, stdout, stderr } = await run(words);
      leftOutside();
      asked += hostile.requests.length;
      if (code !== 0) failed.push(`${words.join(' ')}: ${stdout}${stderr}`);
    }
    if (asked === 0) failed.push(`${lines.join(' or ')}: no request`);
  }
  expect(failed).toEqual([]);
  expect([...hostile.unknown]).toEqual([]);
});

const ALL = LIES.concat(SHAPES).map(([name, lie]): [string, Lie] => [name, lie]);

it.each(WHOLE_SIZE ? ALL : ALL.slice(0, inGate ? 1 : 6))(
  'a server that puts %s into all fields of its answers harms no command',
  async (_, lie) => {
    expect(await harmsOfAll(lie)).toEqual([]);
    expect(await harmsOfAll(limitToTexts(lie))).toEqual([]);
  },
);

it('a server that lies otherwise in each field harms no command', async () => {
  expect(await harmsOfAll(MIXED)).toEqual([]);
  expect(await harmsOfAll(limitToTexts(MIXED))).toEqual([]);
});

/** Restricts a lie to fields that accept any text, so that a command continues. */
function limitToTexts(lie: Lie): Lie {
  return (field, value, isText) => (isText ? lie(field, value, isText) : value);
}

it.each<Manner>(['refuses', 'denies'])(
  'a server that %s with control characters in its reasons harms no command',
  async (manner) => {
    expect(await harmsOfAll(() => CONTROLS, manner)).toEqual([]);
  },
);

it.each<Manner>(['redirects', 'links', 'headers'])(
  'a server that leads elsewhere or lies by its %s harms no command',
  async (manner) => {
    expect(await harmsOfAll((_, value) => value, manner)).toEqual([]);
  },
);

const whole = WHOLE_SIZE ? it : it.skip;
whole.each(LIES)('a server that puts %s into any single field harms no command', async (_, lie) => {
  const harms: string[] = [];
  let count = 0;
  for (const lines of commandLines(hostile.url).values())
    for (const words of lines) {
      const fields = new Set<string>();
      await collectHarms(words, (field, value) => {
        fields.add(field);
        return value;
      });
      for (const one of fields) {
        count += 1;
        harms.push(
          ...(await collectHarms(words, (field, value) => (field === one ? lie() : value))),
        );
      }
    }
  expect(harms).toEqual([]);
  expect(count).toBeGreaterThan(10_000);
});
