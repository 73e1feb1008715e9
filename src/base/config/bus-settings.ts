import { text } from './setting.js';

const KINDS = ['auto', 'memory', 'postgres'];

/** Returns whether METARUN_BUS is the URL of a Redis server. */
export function isRedisUrl(bus: string): boolean {
  return /^rediss?:\/\/[^/?#]/.test(bus) && URL.canParse(bus);
}

/** The setting of the bus, which carries messages between servers. */
export const BUS_SETTINGS = {
  bus: text(
    {
      env: 'METARUN_BUS',
      description:
        'Channel by which servers on one PostgreSQL notify each other and share rate limits: PostgreSQL notifications, or Redis (or Valkey); memory = none, for a single server.',
    },
    'auto',
    `one of ${KINDS.join(', ')}, or redis(s)://user:password@host:port`,
    (value) => KINDS.includes(value) || isRedisUrl(value),
    true,
  ),
};
