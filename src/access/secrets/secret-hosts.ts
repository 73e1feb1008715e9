import { MetarunError } from '../../base/kernel/errors.js';
import { canonicalHost, toTarget } from '../../sandbox/egress/host.js';
import {
  type HostPattern,
  matchesHostPattern,
  parseHostPattern,
  spellHostPattern,
} from '../../sandbox/egress/host-pattern.js';
import type { SecretEntity } from './secret.entity.js';

const EVERY_HOST = 'is every host; name those that may have the secret';

/** Returns hosts in canonical spelling. Throws a 422 that points at the invalid ones. */
export function secretHosts(hosts: readonly string[]): string[] {
  const parsed = hosts.map((host) => (host === '*' ? EVERY_HOST : parseHostPattern(host)));
  const errors = parsed.flatMap((one, at) =>
    typeof one === 'string' ? [{ pointer: `/hosts/${at}`, message: one }] : [],
  );
  if (errors.length > 0)
    throw new MetarunError('validation_failed', 'Some hosts cannot be used.', { errors });
  return [...new Set(parsed.filter((one) => typeof one !== 'string').map(spellHostPattern))];
}

export function parseSecretHosts({ hosts }: Pick<SecretEntity, 'hosts'>): string[] {
  return JSON.parse(hosts) as string[];
}

/**
 * Returns the host that a secret would have to list for a request to `url`, with any non-default port; null if it is
 * listed. A host without a port covers only the default ports.
 */
export function missingHost(hosts: readonly string[], url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const { host: given, port } = toTarget(parsed);
  const host = canonicalHost(given);
  if (host === null) return given;
  const listed = hosts
    .map(parseHostPattern)
    .filter((one): one is HostPattern => typeof one !== 'string')
    .some((pattern) => matchesHostPattern(pattern, host, port));
  if (listed) return null;
  const plain = { host, below: false, port: null };
  return matchesHostPattern(plain, host, port) ? host : spellHostPattern({ ...plain, port });
}
