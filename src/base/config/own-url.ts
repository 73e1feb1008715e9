import type { Config } from './settings.js';

/** Returns the URL of the server itself: with its listening address, or the loopback address if it listens on all. */
export function ownUrl({ host: bound }: Pick<Config, 'host'>, port: number): string {
  const host = ['0.0.0.0', '::'].includes(bound) ? 'localhost' : bound;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Returns the path prefix of the server for clients, without a trailing slash; '' unless METARUN_PUBLIC_URL has one.
 */
export function publicPath({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}
