import pg from 'pg';
import { getErrorMessage } from '../../base/kernel/errors.js';

/** Reports whether PostgreSQL is hung, and ends waiting operations if so. */
interface Watch {
  readonly standsStill: boolean;
  begin(fail: (error: Error) => void): (isAnswered: boolean) => void;
  failure(): Error;
}

/** Message of a client whose statement has exceeded its time: the connection is still busy with it. */
const READ_TIMEOUT = 'Query read timeout';

/** Closes a connection at once, whatever its state. */
export function destroy({ connection }: pg.Client, error?: Error): void {
  connection.stream.destroy(error);
}

/**
 * Returns the class of the connections of a pool. Operations that wait for a connection fail when `watch` reports a
 * hang.
 */
export function watchedClient(watch: Watch): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const connect = this.connect.bind(this);
      const query = this.query.bind(this);
      Object.assign(this, {
        connect: (...args: unknown[]) => watched(watch, this, connect, args),
        query: (...args: unknown[]) => watched(watch, this, query, args),
      });
    }
  };
}

/** Calls a method of a client, which takes a callback or returns a promise. */
function watched(
  watch: Watch,
  client: pg.Client,
  method: (...args: never[]) => unknown,
  args: unknown[],
): unknown {
  const done = args.at(-1);
  const calledBack = isFunction(done) ? done : null;
  if (watch.standsStill) {
    const error = watch.failure();
    if (calledBack === null) return Promise.reject(error);
    process.nextTick(calledBack, error);
    return undefined;
  }
  const end = watch.begin((error) => destroy(client, error));
  const ended = (error: unknown): void => {
    // An error of the connection is not an answer from PostgreSQL.
    end(!(error instanceof Error) || error instanceof pg.DatabaseError);
    if (error instanceof Error && getErrorMessage(error) === READ_TIMEOUT) destroy(client);
  };
  if (calledBack !== null) {
    const back = (...results: unknown[]): void => {
      ended(results[0]);
      calledBack(...results);
    };
    return Reflect.apply(method, client, [...args.slice(0, -1), back]);
  }
  const result: unknown = Reflect.apply(method, client, args);
  if (result instanceof Promise) result.then(() => end(true), ended);
  else end(false);
  return result;
}

function isFunction(value: unknown): value is (...args: unknown[]) => void {
  return typeof value === 'function';
}
