import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';

/** The question of a statement for the time: see `Database.now`. */
const ASKED = 'statement_timestamp()';

/** Answers that PostgreSQL has not given yet, to connections of this class. */
let awaited = 0;
/** Called once it owes none. */
let onAnswered: (() => void)[] = [];

/**
 * A connection for which the clock of PostgreSQL is `Date`, so that fake timers move it too: a statement is sent with the time of its
 * sending in place of the question for it.
 */
export class DateClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const connect = this.connect.bind(this);
    const query = this.query.bind(this);
    // TypeORM and the pool call them in several forms, which all stay as they are.
    Object.assign(this, {
      connect: (...args: unknown[]) => counted(connect, args),
      query: (...args: unknown[]) => counted(query, args.map(dated)),
    });
  }
}

/** Resolves once PostgreSQL owes no answer for so many turns of the event loop. */
export async function answered(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    if (awaited > 0) {
      await new Promise<void>((resolve) => onAnswered.push(resolve));
      turn = 0;
    }
    await nextTurn();
  }
}

/** Counts something that is awaited beside the connections. */
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

/** Calls a method of a client, which takes a callback or returns a promise. */
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

/** Returns a statement, as text or with its name, that has the time; all else as it is. */
function dated(given: unknown): unknown {
  if (typeof given === 'string') return given.replaceAll(ASKED, moment());
  if (!isNamed(given) || !given.text.includes(ASKED)) return given;
  const text = given.text.replaceAll(ASKED, moment());
  // A name stands for one text.
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
