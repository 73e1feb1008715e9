import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';

/** The expression by which a statement reads the time: see `Database.now`. */
const ASKED = 'statement_timestamp()';

/** Number of outstanding answers to connections of this class. */
let awaited = 0;
/** Callbacks for the moment when no answer is outstanding. */
let onAnswered: (() => void)[] = [];

/**
 * A connection for which the clock of PostgreSQL is `Date`, so that fake timers move it, too. The expression for the
 * time is replaced by the time at which the statement is sent.
 */
export class DateClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const connect = this.connect.bind(this);
    const query = this.query.bind(this);
    // TypeORM and the pool call these methods in several forms, all of which must keep working.
    Object.assign(this, {
      connect: (...args: unknown[]) => counted(connect, args),
      query: (...args: unknown[]) => counted(query, args.map(dated)),
    });
  }
}

/** Resolves once no answer has been outstanding for this many turns of the event loop. */
export async function answered(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    if (awaited > 0) {
      await new Promise<void>((resolve) => onAnswered.push(resolve));
      turn = 0;
    }
    await nextTurn();
  }
}

/** Counts work that is not visible on the connections as an outstanding answer. */
export function alsoAwaited<T>(work: () => Promise<T>): Promise<T> {
  awaited += 1;
  return work().finally(answer);
}

function answer(): void {
  awaited -= 1;
  if (awaited > 0) return;
  const waiting = onAnswered;
  onAnswered = [];
  for (const goOn of waiting) goOn();
}

/** Calls a method of a client, with a callback or for a promise, and counts its answer. */
function counted(method: (...args: never[]) => unknown, args: unknown[]): unknown {
  awaited += 1;
  const done = args.at(-1);
  if (isFunction(done)) {
    const back = (...results: unknown[]): void => {
      answer();
      done(...results);
    };
    return Reflect.apply(method, undefined, [...args.slice(0, -1), back]);
  }
  const result: unknown = Reflect.apply(method, undefined, args);
  if (!(result instanceof Promise)) throw new Error('what it asks for has no end');
  return result.finally(answer);
}

/**
 * Replaces the expression for the time in a statement, given as text or with a name. Returns all other arguments
 * unchanged.
 */
function dated(given: unknown): unknown {
  if (typeof given === 'string') return given.replaceAll(ASKED, moment());
  if (!isNamed(given) || !given.text.includes(ASKED)) return given;
  const text = given.text.replaceAll(ASKED, moment());
  // A name of a prepared statement stands for one text.
  return { ...given, text, name: `${given.name}_${Date.now()}` };
}

function moment(): string {
  return `to_timestamp(${Date.now() / 1000})`;
}

function isNamed(given: unknown): given is { name: string; text: string } {
  return typeof given === 'object' && given !== null && 'name' in given && 'text' in given;
}

function isFunction(value: unknown): value is (...args: unknown[]) => void {
  return typeof value === 'function';
}
