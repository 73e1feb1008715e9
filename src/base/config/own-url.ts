import type { Config } from './settings.js';

/** Returns the URL of the server itself: with the address that it listens on, or with this machine's if it listens on all. */
export function ownUrl({ host: bound }: Pick<Config, 'host'>, port: number): string {
  const host = ['0.0.0.0', '::'].includes(bound) ? 'localhost' : bound;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the path below which clients reach the server, without a slash at its end: '' unless METARUN_PUBLIC_URL has one. */
export function publicPath({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}
