import { isIP } from 'node:net';
import { canonicalHost, isPort, withPort } from './host.js';

/** Ports of HTTP and HTTPS, used for a pattern without a port. */
const USUAL_PORTS = [80, 443];

/** One entry of `allowed_hosts`. */
export interface HostPattern {
  /** Host as returned by {@link canonicalHost}. */
  host: string;
  /** True if the pattern covers the names below `host` at any depth, but not `host` itself. */
  below: boolean;
  /** Null for {@link USUAL_PORTS}. */
  port: number | null;
}

/**
 * Parses `api.example.com`, `*.example.com:8443`, `192.0.2.1` or `[2001:db8::1]:443`; returns the problem as a text if
 * the pattern is invalid.
 */
export function parseHostPattern(text: string): HostPattern | string {
  if (text === '*') return 'is every host; set network to "open" for that';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || text.includes('/'))
    return 'must be a host alone, without a scheme or a path';
  const [, host = '', portText] = /^(\[.*\]|[^:]*)(?::(.*))?$/.exec(bracketed(text)) ?? [];
  const port =
    portText === undefined ? null : Number(/^\d{1,5}$/.exec(portText)?.[0] ?? Number.NaN);
  if (port !== null && !isPort(port)) return 'must have a port from 1 to 65535 behind the colon';
  const below = host.startsWith('*.');
  const canonical = canonicalHost(below ? host.slice(2) : host);
  if (canonical === null) return 'is not a host name or an IP address';
  if (below && isIP(canonical) !== 0) return 'must be a name behind "*.", not an IP address';
  return { host: canonical, below, port };
}

/** Returns the pattern in its canonical spelling. */
export function spellHostPattern({ host, below, port }: HostPattern): string {
  const name = below ? `*.${host}` : host;
  return port === null ? name : withPort(name, port);
}

/** Returns whether `host`, as returned by {@link canonicalHost}, and `port` are allowed. */
export function matchesHostPattern(pattern: HostPattern, host: string, port: number): boolean {
  const ports = pattern.port === null ? USUAL_PORTS : [pattern.port];
  if (!ports.includes(port)) return false;
  return pattern.below ? host.endsWith(`.${pattern.host}`) : host === pattern.host;
}

/** Adds the brackets that an IPv6 address without a port may omit. */
function bracketed(text: string): string {
  return isIP(text) === 6 ? `[${text}]` : text;
}
