import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * Where a request comes from: the other side of the connection, or what its X-Forwarded-For says where that is one of
 * METARUN_TRUSTED_PROXIES. A trusted proxy that names no address is the address itself.
 */
export function clientAddress(request: Request): string {
  const { ip } = request;
  return ip !== undefined && isIP(ip) !== 0 ? ip : (request.socket.remoteAddress ?? 'unknown');
}

/** Returns the addresses that one client has for itself: one of IPv4, or a network of 64 bits of IPv6. */
export function addressGroup(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - tail.split(':').length;
  const groups = [...before, ...Array<string>(Math.max(0, missing)).fill('0')];
  if (tail !== undefined) groups.push(...tail.split(':'));
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}
