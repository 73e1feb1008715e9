/**
 * Node's `async_hooks`, as far as contexts can follow promises and timers without the help of the engine. A bundle with
 * this module has no `async` functions left, so that each of their steps goes through `then`.
 * @see src/sandbox/bundling/build.ts
 */
import { BIND } from '../guest/context.js';

type Context = ReadonlyMap<object, unknown>;
type Callback = (...args: unknown[]) => unknown;

const EMPTY: Context = new Map();
let current: Context = EMPTY;

function runIn<Value>(context: Context, work: () => Value): Value {
  const before = current;
  current = context;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** Binds a function to the current context. */
function bound<Given>(callback: Given): Given {
  if (typeof callback !== 'function') return callback;
  const context = current;
  const work = callback as unknown as Callback;
  const made = function (this: unknown, ...args: unknown[]): unknown {
    return runIn(context, () => work.apply(this, args));
  };
  return made as unknown as Given;
}

let followed = false;

/** Makes promises and timers keep the context, from the first use of this module on. */
function follow(): void {
  if (followed) return;
  followed = true;
  Object.defineProperty(globalThis, BIND, { value: bound, configurable: true });
  // oxlint-disable-next-line unbound-method -- it is called with each promise as its own
  const { then } = Promise.prototype;
  // oxlint-disable-next-line no-thenable, no-extend-native, no-floating-promises -- the one place that all steps go through
  Object.defineProperty(Promise.prototype, 'then', {
    value: function (this: Promise<unknown>, done?: Callback, failed?: Callback) {
      return then.call(this, bound(done), bound(failed));
    },
    writable: true,
    configurable: true,
  });
  const timers = globalThis as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']) {
    const set = timers[name];
    if (set !== undefined)
      timers[name] = (callback: unknown, ...args: unknown[]) => set(bound(callback), ...args);
  }
}

interface Options {
  defaultValue?: unknown;
  name?: string;
}

class AsyncLocalStorage {
  readonly name: string;
  readonly #byDefault: unknown;

  constructor({ defaultValue, name = '' }: Options = {}) {
    follow();
    this.#byDefault = defaultValue;
    this.name = name;
  }

  static bind<Given>(callback: Given): Given {
    return bound(callback);
  }

  static snapshot(): (callback: Callback, ...args: unknown[]) => unknown {
    return bound((callback: Callback, ...args: unknown[]) => callback(...args));
  }

  getStore(): unknown {
    return current.has(this) ? current.get(this) : this.#byDefault;
  }

  run(store: unknown, callback: Callback, ...args: unknown[]): unknown {
    return runIn(this.#with(store), () => callback(...args));
  }

  exit(callback: Callback, ...args: unknown[]): unknown {
    return this.run(undefined, callback, ...args);
  }

  enterWith(store: unknown): void {
    current = this.#with(store);
  }

  disable(): void {
    const rest = new Map(current);
    rest.delete(this);
    current = rest;
  }

  #with(store: unknown): Context {
    return new Map([...current, [this, store]]);
  }
}

let lastId = 1;

class AsyncResource {
  readonly #context: Context;
  readonly #id = (lastId += 1);

  constructor(readonly type: string) {
    follow();
    this.#context = current;
  }

  static bind<Given>(callback: Given): Given {
    return bound(callback);
  }

  runInAsyncScope(callback: Callback, self?: unknown, ...args: unknown[]): unknown {
    return runIn(this.#context, () => callback.apply(self, args));
  }

  bind<Given>(callback: Given): Given {
    return runIn(this.#context, () => bound(callback));
  }

  emitDestroy(): this {
    return this;
  }

  asyncId(): number {
    return this.#id;
  }

  triggerAsyncId(): number {
    return 1;
  }
}

/** Does nothing, since hooks require the engine. */
const HOOK = { enable: () => HOOK, disable: () => HOOK };

export default {
  AsyncLocalStorage,
  AsyncResource,
  createHook: () => HOOK,
  executionAsyncId: () => 1,
  executionAsyncResource: () => ({}),
  triggerAsyncId: () => 0,
};
