import { isIP, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

/** Characters that end a host for the URL parser or cannot be part of one. */
const NOT_IN_NAMES = /[\s/\\?#@:[\]%<>^|\p{Cc}]/u;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
const MAX_NAME = 253;
const MAX_LABEL = 63;

/**
 * Returns the canonical spelling of a host: an IP address in its usual form without brackets, or a name in lower case
 * and punycode without its final dot. Null if `text` is neither. As in URLs, a name whose last part is a number is an
 * IPv4 address: `2130706433`, `0x7f.1` and `017700000001` are all 127.0.0.1.
 */
export function canonicalHost(text: string): string | null {
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  // A zone, as in fe80::1%eth0, names an interface of this machine.
  if (isIPv6(bare)) return bare.includes('%') ? null : canonicalIPv6(bare);
  if (bare !== text || NOT_IN_NAMES.test(text)) return null;
  const name = domainToASCII(text).replace(/\.$/, '');
  return isIPv4(name) || isName(name) ? name : null;
}

/** Returns the host and port of an http or https URL, with an IPv6 address without its brackets. */
export function toTarget(url: URL): { host: string; port: number } {
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  };
}

/** Returns `host:port` as in URLs. */
export function withPort(host: string, port: number): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

/** Returns the address in lower-case hexadecimal without leading zeros. */
function canonicalIPv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function isName(name: string): boolean {
  return (
    name.length <= MAX_NAME &&
    isIP(name) === 0 &&
    name.split('.').every((label) => label.length <= MAX_LABEL && LABEL.test(label))
  );
}
