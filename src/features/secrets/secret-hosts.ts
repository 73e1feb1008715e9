import { MetarunError } from '../../base/kernel/errors.js';
import { canonicalHost } from '../../sandbox/egress/host.js';
import {
  type HostPattern,
  matchesHostPattern,
  parseHostPattern,
  spellHostPattern,
} from '../../sandbox/egress/host-pattern.js';
import type { SecretEntity } from './secret.entity.js';

/** Returns hosts in their canonical spelling. Throws a 422 that points at those that are none. */
export function secretHosts(hosts: readonly string[]): string[] {
  const parsed = hosts.map(parseHostPattern);
  const errors = parsed.flatMap((one, at) =>
    typeof one === 'string' ? [{ pointer: `/hosts/${at}`, message: one }] : [],
  );
  if (errors.length > 0)
    throw new MetarunError('validation_failed', 'Some hosts cannot be used.', { errors });
  return [...new Set(parsed.filter((one) => typeof one !== 'string').map(spellHostPattern))];
}

export function hostsOf({ hosts }: Pick<SecretEntity, 'hosts'>): string[] {
  return JSON.parse(hosts) as string[];
}

/** Returns whether a request to `url` goes to one of these hosts. */
export function mayGoTo(hosts: readonly string[], url: string): boolean {
  const parsed = URL.parse(url);
  const host = parsed === null ? null : canonicalHost(parsed.hostname);
  if (parsed === null || host === null) return false;
  const port = Number(parsed.port || (parsed.protocol === 'https:' ? 443 : 80));
  return hosts
    .map(parseHostPattern)
    .filter((one): one is HostPattern => typeof one !== 'string')
    .some((pattern) => matchesHostPattern(pattern, host, port));
}
