import { randomBytes } from 'node:crypto';
import type { Compute } from './compute/index.js';
import { platformSource } from './platform-source.js';

/** Maximum length of a URL (UTF-16 units): parsing one must not block the supervisor for long. */
const MAX_URL = 1024 * 1024;
const MAX_RANDOM_BYTES = 65_536;
const SETTABLE = [
  ...(['protocol', 'username', 'password', 'host', 'hostname', 'port'] as const),
  ...(['pathname', 'search', 'hash'] as const),
];

/**
 * Returns a function that answers the untrusted requests of an isolate's web globals: with text, and for `compute` also
 * with bytes.
 */
export function webAnswers(
  compute: Compute,
): (what: unknown, ...args: unknown[]) => string | Uint8Array {
  const began = performance.now();
  return (what, ...args) => {
    if (what === 'compute') return compute.now(args[0], args.slice(1));
    const [a, b, c] = args.map((value) => (typeof value === 'string' ? value : undefined));
    switch (what) {
      case 'now':
        // Coarser than possible, so that a script cannot time the machine's other work.
        return (performance.now() - began).toFixed(1);
      case 'random':
        return randomBytes(Math.min(Number(a) || 0, MAX_RANDOM_BYTES)).toString('latin1');
      case 'url':
        return urlParts(a ?? '', b, c ?? '');
      case 'source':
        return platformSource(a ?? '');
      default:
        return '';
    }
  };
}

/**
 * Returns the parts of a URL as JSON: of `url` unchanged, against the base `value`, or with one part set to `value`; ''
 * if invalid.
 */
function urlParts(text: string, part: string | undefined, value: string): string {
  if (text.length + value.length > MAX_URL) return '';
  const url = URL.parse(text, part === 'base' ? value : undefined);
  if (url === null) return '';
  const settable = SETTABLE.find((name) => name === part);
  if (settable !== undefined) url[settable] = value;
  const { href, origin, protocol, username, password, host, hostname } = url;
  const { port, pathname, search, hash } = url;
  return JSON.stringify([
    href,
    origin,
    protocol,
    username,
    password,
    host,
    hostname,
    port,
    pathname,
    search,
    hash,
  ]);
}
