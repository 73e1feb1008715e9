import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connect, type ConnectionOptions } from '../../src/cli/toolkit/connection.js';

const VARIABLES = ['URL', 'TOKEN', 'PROJECT', 'PROFILE'] as const;
type Variables = Partial<Record<(typeof VARIABLES)[number], string>>;

const PROFILES = {
  default: 'home',
  profiles: {
    home: { url: 'http://home', token: 'mrt_home', project: 'h' },
    work: { url: 'http://work/', token: 'mrt_work', project: 'w' },
  },
};

let folder: string;
let before: NodeJS.ProcessEnv;
let cwd: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-connection-'));
  before = process.env;
  cwd = process.cwd();
  process.chdir(folder);
});
afterEach(() => {
  process.env = before;
  process.chdir(cwd);
  rmSync(folder, { recursive: true });
});

function write(file: string, content: object): void {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), JSON.stringify(content), { mode: 0o600 });
}

/** Returns the server, project and token that a command uses, and where they are set. */
async function describeConnection(
  options: ConnectionOptions,
  variables: Variables,
  profiles: object | null = PROFILES,
): Promise<string> {
  const given = Object.entries(variables).map(([name, value]) => [`METARUN_${name}`, value]);
  process.env = { ...Object.fromEntries(given), XDG_CONFIG_HOME: folder, HOME: folder };
  if (profiles !== null) write('metarun/profiles.json', profiles);
  try {
    const { client, url, project, source, profile, byDefault } = await connect(options);
    const { token } = Reflect.get(client, 'transport') as { token: string };
    expect([client.url, client.project]).toEqual([url, project]);
    return `${url} ${project} ${token} ${source} ${profile ?? '-'}${byDefault ? ' by default' : ''}`;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const HOME = 'http://home h mrt_home profile home';
const WORK = 'http://work w mrt_work profile work';
const FLAGS = { url: 'http://x', token: 'mrt_x' };
const AROUND = { URL: 'http://e', TOKEN: 'mrt_e' };

it.each<[said: string, options: ConnectionOptions, variables: Variables, place: string]>([
  ['nothing', {}, {}, `${HOME} by default`],
  ['a project alone', { project: 'p' }, {}, 'http://home p mrt_home profile home by default'],
  ['METARUN_PROJECT', {}, { PROJECT: 'e' }, 'http://home e mrt_home profile home by default'],
  ['METARUN_TOKEN', {}, { TOKEN: 'mrt_e' }, 'http://home h mrt_e profile home by default'],
  ['--profile', { profile: 'work' }, {}, WORK],
  [
    '--profile over variables',
    { profile: 'work' },
    { ...AROUND, PROJECT: 'e', PROFILE: 'home' },
    WORK,
  ],
  [
    '--profile and --project',
    { profile: 'work', project: 'p' },
    { PROJECT: 'e' },
    'http://work p mrt_work profile work',
  ],
  [
    '--profile and --token',
    { profile: 'work', token: 'mrt_x' },
    {},
    'http://work w mrt_x profile work',
  ],
  ['METARUN_PROFILE', {}, { PROFILE: 'work' }, WORK],
  [
    'METARUN_PROFILE and a project',
    {},
    { PROFILE: 'work', PROJECT: 'e' },
    'http://work e mrt_work profile work',
  ],
  [
    'METARUN_PROFILE and a token',
    {},
    { PROFILE: 'work', TOKEN: 'mrt_e' },
    'http://work w mrt_e profile work',
  ],
  ['--url and --token', FLAGS, {}, 'http://x default mrt_x flags -'],
  ['--url, --token and METARUN_PROJECT', FLAGS, { PROJECT: 'e' }, 'http://x e mrt_x flags -'],
  ['--url and METARUN_TOKEN', { url: 'http://x' }, AROUND, 'http://x default mrt_e flags -'],
  ['--url of a profile', { url: 'http://work' }, {}, 'http://work w mrt_work flags -'],
  ['--url of nothing known', { url: 'http://other' }, {}, 'no_token'],
  ['METARUN_URL', {}, AROUND, 'http://e default mrt_e environment -'],
  ['METARUN_URL of a profile', {}, { URL: 'http://home/' }, 'http://home h mrt_home environment -'],
  [
    'METARUN_URL over METARUN_PROFILE',
    {},
    { ...AROUND, PROFILE: 'work' },
    'http://e default mrt_e environment -',
  ],
  ['--url and --profile', { url: 'http://x', profile: 'work' }, {}, 'usage'],
  ['a --url that is not an http URL', { url: 'ftp://x', token: 'mrt_x' }, {}, 'usage'],
  ['an unknown profile', { profile: 'toString' }, {}, 'unknown_profile'],
  ['an unknown METARUN_PROFILE', {}, { PROFILE: 'x' }, 'unknown_profile'],
])('a command knows its server, project and token by %s', async (_, options, variables, place) => {
  expect(await describeConnection(options, variables)).toBe(place);
});

it('a command goes to the server of its folder before the default profile', async () => {
  const dev = { url: 'http://dev', token: 'mrt_dev', project: 'd', pid: process.pid };
  write('.metarun/dev.json', dev);
  expect(await describeConnection({}, {})).toBe('http://dev d mrt_dev dev -');
  expect(await describeConnection({}, { PROJECT: 'e', TOKEN: 'mrt_e' })).toBe(
    'http://dev e mrt_e dev -',
  );
  expect(await describeConnection({ url: 'http://dev' }, {})).toBe('http://dev d mrt_dev flags -');
  expect(await describeConnection({}, { PROFILE: 'work' })).toBe(WORK);
  // The process with this pid has ended.
  write('.metarun/dev.json', { ...dev, pid: 2 ** 22 + 1 });
  expect(await describeConnection({}, {})).toBe(`${HOME} by default`);
});

it('a command without any server says so', async () => {
  expect(await describeConnection({}, {}, null)).toBe('no_server');
  expect(await describeConnection({ profile: 'x' }, {}, null)).toBe('unknown_profile');
});
