import type { NetworkRules } from '../../sandbox/egress/egress-guard.js';
import {
  type HostPattern,
  parseHostPattern,
  spellHostPattern,
} from '../../sandbox/egress/host-pattern.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { Definition } from './fields.js';

/**
 * Returns the definition with each of its `allowed_hosts` once and in canonical spelling. Throws MetarunError that
 * points at invalid ones.
 */
export function withSpeltHosts(definition: Definition): Definition {
  const parsed = definition.allowed_hosts.map(parseHostPattern);
  const errors = parsed.flatMap((found, index) =>
    typeof found === 'string' ? [{ pointer: `/allowed_hosts/${index}`, message: found }] : [],
  );
  if (errors.length > 0) {
    const details = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
    throw new MetarunError('validation_failed', `${details}.`, { errors });
  }
  const spelt = parsed.filter(isPattern).map(spellHostPattern);
  return { ...definition, allowed_hosts: [...new Set(spelt)] };
}

export function toNetworkRules({
  network,
  allowed_hosts: hosts,
}: Pick<Definition, 'network' | 'allowed_hosts'>): NetworkRules {
  return { policy: network, hosts: hosts.map(parseHostPattern).filter(isPattern) };
}

function isPattern(parsed: HostPattern | string): parsed is HostPattern {
  return typeof parsed !== 'string';
}
