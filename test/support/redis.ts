import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from '@jest/globals';
import { AT_ONCE_MS } from './deadlines.js';
import { freePort, listens } from './ports.js';
import { redisProgram } from './redis-program.js';
import { until } from './until.js';

/** The password of every Redis of tests. No log and no error may have it. */
export const REDIS_PASSWORD = 'hunter2-of-redis';

const PROGRAM = process.env['TEST_REDIS'] ?? redisProgram();
export const HAS_REDIS = PROGRAM !== '';
/** Declares a test that needs a Redis; it is skipped where the machine has neither that nor Valkey. */
export const itWithRedis = HAS_REDIS ? it : it.skip;

/** A Redis on a port of its own that a test can break. */
export interface TestRedis {
  /** With the password. */
  readonly url: string;
  /** Ends it as SIGKILL does. */
  kill(): Promise<void>;
  /** Starts it again on its port, with nothing in it. */
  start(): Promise<void>;
  /** While paused it takes connections and answers nothing. */
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
