import { createClient } from '@redis/client';

/** A connection to Redis or to a compatible server such as Valkey. */
export type RedisClient = ReturnType<typeof redisClient>;

/** Maximum time for connecting (ms). */
const CONNECT_MS = 5_000;

/**
 * Returns an unconnected client. Commands fail at once while it is not connected. `pause` returns the time until the
 * next attempt to connect (ms); without it, a lost connection stays lost. Its errors contain at most the host and port.
 */
export function redisClient(url: string, pause?: (failures: number) => number) {
  return createClient({
    url,
    RESP: 3,
    name: 'metarun',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: pause ?? false },
  });
}
