import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Environment variables of the command line, which servers ignore. The keys are the names in {@link ClientEnvironment}.
 */
export const CLIENT_VARIABLES = {
  url: 'METARUN_URL',
  token: 'METARUN_TOKEN',
  project: 'METARUN_PROJECT',
  profile: 'METARUN_PROFILE',
} as const;

/** Settings from the environment for commands that connect to a server or interact with a person. */
export interface ClientEnvironment {
  /** Base URL of a server. */
  url: string | undefined;
  /** Access token or API key. */
  token: string | undefined;
  /** Id or slug of a project. */
  project: string | undefined;
  /** Name of a profile that `metarun login` created. */
  profile: string | undefined;
  /** Folder of the profiles, below XDG_CONFIG_HOME or else ~/.config. */
  configDir: string;
  /** Folder of data that can be recreated, below XDG_CACHE_HOME or else ~/.cache. */
  cacheDir: string;
  /** True if the terminal cannot overwrite a line. */
  plainTerminal: boolean;
  /** True if npx or `npm start` started the command, so that `metarun` may not be found without npx. */
  throughNpx: boolean;
  /** True if a screen for windows exists (Linux only). */
  hasScreen: boolean;
}

export function readClientEnvironment(env: NodeJS.ProcessEnv = process.env): ClientEnvironment {
  const of = (name: string): string | undefined => env[name] || undefined;
  return {
    url: of(CLIENT_VARIABLES.url),
    token: of(CLIENT_VARIABLES.token),
    project: of(CLIENT_VARIABLES.project),
    profile: of(CLIENT_VARIABLES.profile),
    configDir: join(of('XDG_CONFIG_HOME') ?? join(homeFolder(), '.config'), 'metarun'),
    cacheDir: join(of('XDG_CACHE_HOME') ?? join(homeFolder(), '.cache'), 'metarun'),
    plainTerminal: env['TERM'] === 'dumb' || of('CI') !== undefined,
    throughNpx: env['npm_command'] === 'exec' || env['npm_command'] === 'start',
    hasScreen: of('DISPLAY') !== undefined || of('WAYLAND_DISPLAY') !== undefined,
  };
}

/** Returns the environment of a process that a command starts for the author: that of the command, and `more`. */
export function childEnvironment(more: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...more };
}

/** Returns the value of a variable that is named on the command line; undefined if it is not set. */
export function namedVariable(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return env[name];
}

/**
 * Returns a folder that does not exist if the user has no home, as in a container whose user has no entry in
 * /etc/passwd.
 */
function homeFolder(): string {
  const none = '/nonexistent';
  try {
    return homedir() || none;
  } catch {
    return none;
  }
}
