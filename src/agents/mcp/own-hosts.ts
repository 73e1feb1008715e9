import { isIP } from 'node:net';
import type { Config } from '../../base/config/settings.js';
import { MetarunError } from '../../base/kernel/errors.js';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests that a browser sends for a page of another site. A server that is only reachable from its own
 * machine accepts no other host name either, since a foreign name may resolve to it.
 */
export function refuseOtherSites(
  { host: bound, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  { host, origin }: { host: string | undefined; origin: string | undefined },
): void {
  const own = publicUrl === '' ? null : parseHostname(publicUrl);
  const named = parseHostname(`http://${host ?? ''}`);
  const isKnown = (name: string | null): boolean =>
    name !== null && (LOOPBACK.has(name) || name === own);
  if (isLoopback(bound) && !isKnown(named))
    throw refused('The header Host does not name this server.');
  if (origin === undefined || origin === '') return;
  const from = parseHostname(origin);
  if (from === null || !(isKnown(from) || from === named))
    throw refused('The header Origin names another site.');
}

function refused(message: string): MetarunError {
  return new MetarunError('forbidden', `${message} Set METARUN_PUBLIC_URL where it should.`);
}

function isLoopback(bound: string): boolean {
  return (
    bound === 'localhost' || bound === '::1' || (isIP(bound) === 4 && bound.startsWith('127.'))
  );
}

function parseHostname(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}
