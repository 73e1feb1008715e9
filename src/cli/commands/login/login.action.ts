import { ApiError, MetarunClient } from '@metarun/client';
import { askSecret, askText } from '../../toolkit/ask.js';
import { usageError } from '../../toolkit/command-error.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { type Profile, profilesFile, readProfiles, writeProfiles } from '../../toolkit/profiles.js';
import { boundedFetch } from '../../toolkit/bounded-fetch.js';
import { reportingFetch } from '../../toolkit/report-wait.js';
import { table } from '../../toolkit/table.js';
import { measureColumns, style, isInteractive } from '../../toolkit/terminal.js';
import { stderr, stdout } from '../../toolkit/output.js';

/** Maximum length of a token read from standard input, in characters; far more than any token has. */
const MOST = 10_000;

export interface LoginOptions {
  url?: string | undefined;
  token?: string | undefined;
  project?: string | undefined;
  profile?: string | undefined;
  json?: boolean | undefined;
}

const DOCS = 'deploy.md#profiles';
const LOCAL = 'http://127.0.0.1:8080';
/** Matches names that need no quotes in a shell and have no special meaning there. */
const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Runs `metarun login`: asks for missing values, verifies the credential with the server, and saves the profile. */
export async function runLogin(options: LoginOptions): Promise<void> {
  const { profiles } = await readProfiles();
  if (options.profile !== undefined) checkName(options.profile);
  const known = options.profile === undefined ? undefined : profiles[options.profile];
  const url =
    options.url ??
    (await askText({
      message: 'URL of the server',
      flag: '--url <url>',
      initial: known?.url ?? LOCAL,
    }));
  const token =
    options.token === '-'
      ? await readToken()
      : (options.token ??
        (await askSecret({ message: 'Access token or API key', flag: '--token -' })).trim());
  const project = options.project ?? known?.project ?? 'default';
  const client = createClient({ url, token, project });
  const { protocol, hostname } = new URL(client.url);
  if (protocol === 'http:' && !isLocal(hostname))
    stderr.write(
      `warning: ${client.url} is not encrypted: others on the way can read the token.\n`,
    );
  const who = await whoIs(client, token);
  const name = options.profile ?? chooseProfileName(client, profiles);
  await writeProfiles({
    default: name,
    profiles: { ...profiles, [name]: { url: client.url, token, project } },
  });
  const kept = { profile: name, url: client.url, project, ...who, file: profilesFile() };
  if (options.json === true) printJson(kept);
  else
    stderr.write(
      `${style('green', stderr)('✓')} ${client.url} as ${plainLine(who.name)}, project ${project}: profile "${name}", the default from now on\n`,
    );
}

/** Runs `metarun login --use`. */
export async function useProfile(name: string, { json }: LoginOptions): Promise<void> {
  const all = await readProfiles();
  if (!Object.hasOwn(all.profiles, name)) throw unknownProfile(name, Object.keys(all.profiles));
  await writeProfiles({ ...all, default: name });
  const { url = '', project = '' } = all.profiles[name] ?? {};
  if (json === true) printJson({ profile: name, url, project });
  else stderr.write(`"${name}" is the default from now on: ${url}, project ${project}\n`);
}

/** Runs `metarun login --list`, which does not show tokens. */
export async function listProfiles({ json }: LoginOptions): Promise<void> {
  const { default: chosen, profiles } = await readProfiles();
  const all = Object.entries(profiles).map(([name, { url, project }]) => ({
    profile: name,
    url,
    project,
    default: name === chosen,
  }));
  if (json === true) printJson(all);
  else if (all.length === 0) stderr.write('There are no profiles. metarun login makes one.\n');
  else {
    const rows = all.map((one) => [one.default ? '*' : ' ', one.profile, one.project, one.url]);
    const headings = [' ', 'profile', 'project', 'url'];
    stdout.write(table(headings, rows, measureColumns(stdout)));
  }
}

export function unknownProfile(name: string, there: readonly string[]): Error {
  const names = there.length === 0 ? 'There are none.' : `There are: ${there.join(', ')}.`;
  return usageError(`There is no profile "${name}".`, names, DOCS);
}

function createClient(profile: Profile): MetarunClient {
  try {
    return new MetarunClient({ ...profile, fetch: boundedFetch(reportingFetch()) });
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, undefined, DOCS);
    throw error;
  }
}

/** Verifies a credential. An API key is verified on its project, and does not need permission to read tasks. */
async function whoIs(
  client: MetarunClient,
  token: string,
): Promise<{ name: string; role: string | null }> {
  if (token.startsWith('mrk_')) {
    await client.tasks.list({ limit: 1 }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
    });
    return { name: 'an API key', role: null };
  }
  const { name } = await client.me();
  const { role } = await client.projects.get(client.project);
  return { name, role };
}

function checkName(name: string): void {
  if (PROFILE_NAME.test(name)) return;
  throw usageError(
    `"${name}" cannot be the name of a profile.`,
    'Take up to 64 letters, digits, ".", "_" and "-".',
    DOCS,
  );
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** Returns the name of the existing profile for the server and project, or a new, unused name derived from the host. */
function chooseProfileName(
  { url, project }: Pick<Profile, 'url' | 'project'>,
  profiles: Readonly<Record<string, Profile>>,
): string {
  const own = Object.entries(profiles).find(
    ([, profile]) => profile.url === url && profile.project === project,
  );
  if (own !== undefined) return own[0];
  const { hostname } = new URL(url);
  const stem = isLocal(hostname)
    ? 'local'
    : hostname.replaceAll(/[^A-Za-z0-9.-]/g, '').slice(0, 60);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    if (!Object.hasOwn(profiles, name)) return name;
  }
}

/** Reads the token from the first line of standard input. On a terminal, the user is asked for it without echo. */
async function readToken(): Promise<string> {
  if (isInteractive())
    return (await askSecret({ message: 'Access token or API key', flag: '--token -' })).trim();
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MOST) break;
  }
  const [token = ''] = text.trim().split(/\s/, 1);
  if (token === '' || token.length > MOST)
    throw usageError(
      'Standard input holds no token.',
      'As in: metarun login --token - < token.txt',
    );
  return token;
}
