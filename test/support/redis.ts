import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from '@jest/globals';
import { AT_ONCE_MS } from './deadlines.js';
import { freePort, listens } from './ports.js';
import { redisProgram } from './redis-program.js';
import { until } from './until.js';

/** The password of every Redis in tests. It must not appear in logs or errors. */
export const REDIS_PASSWORD = 'hunter2-of-redis';

const PROGRAM = process.env['TEST_REDIS'] ?? redisProgram();
export const HAS_REDIS = PROGRAM !== '';
/** Declares a test that needs a Redis; it is skipped if the machine has neither Redis nor Valkey. */
export const itWithRedis = HAS_REDIS ? it : it.skip;

/** A Redis on a free port that a test can break. */
export interface TestRedis {
  /** URL with the password. */
  readonly url: string;
  /** Kills the process. */
  kill(): Promise<void>;
  /** Starts it, empty, on the same port. */
  start(): Promise<void>;
  /** Pauses or resumes it. While paused, it accepts connections but does not answer. */
  pause(paused: boolean): void;
}

/** Starts the Redis or Valkey of this machine, if it has one. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const end = (): void => void child?.kill('SIGKILL');
  process.on('exit', end);
  const redis: TestRedis = {
    url: `redis://:${REDIS_PASSWORD}@127.0.0.1:${port}`,
    start: async () => {
      const settings = { port, bind: '127.0.0.1', requirepass: REDIS_PASSWORD, save: '' };
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
      child = spawn(PROGRAM, args, { stdio: 'ignore' });
      await until('Redis to listen', () => listens(port), AT_ONCE_MS);
    },
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      process.off('exit', end);
    },
    pause: (paused) => void child?.kill(paused ? 'SIGSTOP' : 'SIGCONT'),
  };
  if (HAS_REDIS) await redis.start();
  return redis;
}
