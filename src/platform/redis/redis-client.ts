import { createClient } from '@redis/client';

/** A connection with Redis, or with what speaks its protocol, such as Valkey. */
export type RedisClient = ReturnType<typeof redisClient>;

/** Longest time that a connection may take, ms. */
const CONNECT_MS = 5_000;

/**
 * Returns a client that is not connected yet. What is sent while it is not connected fails at once. `pause`: returns the ms
 * until the next try to connect; without it a connection that is lost stays lost. Its errors name host and port at most.
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
