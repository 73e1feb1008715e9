import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RegistryCredentials {
  user: string;
  password: string;
}

/** The name under which Docker's own registry is logged in to. */
const DOCKER_HUB = 'https://index.docker.io/v1/';

/**
 * Calls `work` with the environment by which an engine finds the credentials for the registry of a reference: they are in a file
 * for this user alone, which is removed afterwards, and on no command line.
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
    // The first is read by podman, the second by the others.
    return await work({ REGISTRY_AUTH_FILE: file, DOCKER_CONFIG: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
