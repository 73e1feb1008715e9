import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RegistryCredentials {
  user: string;
  password: string;
}

/** Key for Docker Hub credentials. */
const DOCKER_HUB = 'https://index.docker.io/v1/';

/**
 * Calls `work` with an environment through which an engine finds the credentials for a reference's registry. They are
 * written to a file that only this user can read, never to a command line; the file is removed afterwards.
 */
export async function withLogin<T>(
  reference: string,
  { user, password }: RegistryCredentials,
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const [host = ''] = reference.split('/');
  const registry = host === 'docker.io' ? [host, DOCKER_HUB] : [host];
  const auth = Buffer.from(`${user}:${password}`).toString('base64');
  const auths = Object.fromEntries(registry.map((name) => [name, { auth }]));
  const folder = await mkdtemp(join(tmpdir(), 'metarun-login-'));
  try {
    const file = join(folder, 'config.json');
    await writeFile(file, JSON.stringify({ auths }), { mode: 0o600 });
    // podman reads the first variable, the other engines the second.
    return await work({ REGISTRY_AUTH_FILE: file, DOCKER_CONFIG: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
