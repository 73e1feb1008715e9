/**
 * Returns the environment of the container engine: the server's own, which may name a proxy, a folder or a socket, without the
 * settings of metarun, among which are keys.
 */
export function engineEnvironment(
  env: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('METARUN_'));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
}
