import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * Returns the address of the client: the peer of the connection, or, if the peer is one of METARUN_TRUSTED_PROXIES, the
 * address in X-Forwarded-For. A trusted proxy that reports no address counts as the client.
 */
export function clientAddress(request: Request): string {
  const { ip } = request;
  return ip !== undefined && isIP(ip) !== 0 ? ip : (request.socket.remoteAddress ?? 'unknown');
}

/** Returns the range of addresses that one client holds: a single IPv4 address, or an IPv6 network of 64 bits. */
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
