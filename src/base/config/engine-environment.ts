/**
 * Returns the environment of the container engine: that of the server, which may name a proxy, a folder or a socket,
 * without the METARUN_* variables, some of which are keys.
 */
export function engineEnvironment(
  env: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('METARUN_'));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
}
