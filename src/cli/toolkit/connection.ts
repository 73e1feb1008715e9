import { type Command, Option } from 'commander';
import type { MetarunClient } from '@metarun/client';
import {
  type ClientEnvironment,
  readClientEnvironment,
} from '../../base/config/client-environment.js';
import { boundedFetch } from './bounded-fetch.js';
import { CommandError, usageError } from './command-error.js';
import { findDevServer } from './dev-server.js';
import { EXIT } from './exit-codes.js';
import { type Profile, readProfiles } from './profiles.js';
import { reportingFetch } from './report-wait.js';

/** Options of commands that connect to a server. */
export interface ConnectionOptions {
  url?: string | undefined;
  token?: string | undefined;
  project?: string | undefined;
  profile?: string | undefined;
}

/** Source of a server's address. */
export type ConnectionSource = 'flags' | 'environment' | 'dev' | 'profile';

export interface Connection {
  client: MetarunClient;
  url: string;
  project: string;
  source: ConnectionSource;
  /** Name of the profile in use, or null if the address has another source. */
  profile: string | null;
  /** True if the default profile is used because nothing else named a server. */
  byDefault: boolean;
}

const DOCS = 'deploy.md#which-server';

export function connectionOptions(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'base URL of the server (METARUN_URL)'))
    .addOption(
      new Option(
        '--token <token>',
        'access token or API key; METARUN_TOKEN is better, since others see what is typed',
      ),
    )
    .addOption(new Option('--project <project>', 'slug or id of the project (METARUN_PROJECT)'))
    .addOption(new Option('--profile <name>', 'profile saved by metarun login (METARUN_PROFILE)'));
}

/**
 * Returns the connection to use: from flags, else METARUN_URL, METARUN_TOKEN, METARUN_PROJECT and METARUN_PROFILE, else
 * the `metarun dev` of this folder, else the default profile. Sends no request. A stored token is sent only to the
 * server that it was stored for. Throws CommandError with advice if there is no server or no token.
 */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const environment = readClientEnvironment();
  const { place, source, profile, byDefault } = await resolvePlace(options, environment);
  // A named profile includes its project, so METARUN_PROJECT is ignored.
  const around = options.profile === undefined ? environment.project : undefined;
  const project = options.project ?? around ?? place.project;
  // Loaded on demand, so that --help starts faster.
  const { MetarunClient } = await import('@metarun/client');
  try {
    const fetch = boundedFetch(reportingFetch());
    const client = new MetarunClient({ ...place, project, fetch });
    return { client, url: client.url, project, source, profile, byDefault };
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, undefined, DOCS);
    throw error;
  }
}

type Found = Pick<Connection, 'source' | 'profile' | 'byDefault'> & { place: Profile };

async function resolvePlace(
  options: ConnectionOptions,
  environment: ClientEnvironment,
): Promise<Found> {
  const { url, profile } = options;
  const token = options.token ?? environment.token;
  if (url !== undefined && profile !== undefined)
    throw usageError('--url and --profile both name a server.', 'Give one of the two.', DOCS);
  if (url !== undefined) return atUrl(url, 'flags', token);
  if (profile !== undefined) return withToken(await named(profile, '--profile'), options.token);
  if (environment.url !== undefined) return atUrl(environment.url, 'environment', token);
  if (environment.profile !== undefined)
    return withToken(await named(environment.profile, 'METARUN_PROFILE'), token);
  const dev = await findDevServer(process.cwd());
  const place = { source: 'dev', profile: null, byDefault: false } as const;
  if (dev !== null) return withToken({ place: dev, ...place }, token);
  const { default: chosen } = await readProfiles();
  if (chosen === null)
    throw new CommandError('Nothing says which server is meant.', {
      code: 'no_server',
      fix: 'Run metarun login once, or metarun dev in this folder, or set METARUN_URL and METARUN_TOKEN.',
      docs: DOCS,
      exit: EXIT.usage,
    });
  return { ...withToken(await named(chosen, 'The default'), token), byDefault: true };
}

function withToken(found: Found, token: string | undefined): Found {
  return token === undefined ? found : { ...found, place: { ...found.place, token } };
}

/** Returns a server by URL, with the given token or the one stored for this URL. */
async function atUrl(
  url: string,
  source: 'flags' | 'environment',
  token: string | undefined,
): Promise<Found> {
  const found = { source, profile: null, byDefault: false } as const;
  if (token !== undefined) return { ...found, place: { url, token, project: 'default' } };
  const { profiles } = await readProfiles();
  const dev = await findDevServer(process.cwd());
  const kept = [...Object.values(profiles), ...(dev === null ? [] : [dev])];
  const place = kept.find((one) => sameUrl(one.url, url));
  if (place !== undefined) return { ...found, place };
  throw new CommandError(`There is no token for ${url}.`, {
    code: 'no_token',
    fix: `Set METARUN_TOKEN, or run metarun login --url ${url}.`,
    docs: DOCS,
    exit: EXIT.usage,
  });
}

async function named(name: string, by: string): Promise<Found> {
  const { profiles } = await readProfiles();
  const place = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (place !== undefined) return { place, source: 'profile', profile: name, byDefault: false };
  const names = Object.keys(profiles).join(', ') || 'none';
  throw new CommandError(`${by} names the profile "${name}", which there is not.`, {
    code: 'unknown_profile',
    fix: `There are: ${names}. metarun login --profile ${name} makes it.`,
    docs: DOCS,
    exit: EXIT.usage,
  });
}

function sameUrl(one: string, other: string): boolean {
  const plain = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
  return plain(one).replace(/\/+$/, '') === plain(other).replace(/\/+$/, '');
}
