import type { Config } from './settings.js';

/** Where the server itself can be reached: by the address that it listens on, or this machine's where that is all of them. */
export function ownUrl({ host: bound }: Pick<Config, 'host'>, port: number): string {
  const host = ['0.0.0.0', '::'].includes(bound) ? 'localhost' : bound;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
