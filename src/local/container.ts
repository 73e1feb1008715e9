import 'reflect-metadata';

type Class<T> = abstract new (...args: never[]) => T;
/** Also of a class that makes its objects itself. */
type Token = { readonly prototype: unknown } | symbol;

interface Declared {
  index: number;
  param: Token;
}

/** Where NestJS keeps what `@Inject()` names. */
const DECLARED = 'self:paramtypes';

/**
 * Makes services with those that their constructors ask for, as NestJS does for a server: one of each, by the same
 * decorators. What it does not do, such as modules and their controllers, costs a start most of its time.
 */
export class Container {
  private readonly made = new Map<Token, unknown>();
  private readonly inOrder: object[] = [];

  /** Gives `token` a value, or has another class stand for it. */
  provide<T>(token: { readonly prototype: T } | symbol, value: T): void {
    this.made.set(token, value);
  }

  /** The service of a class. Throws where one of those that it needs is none and was not provided. */
  get<T extends object>(wanted: Class<T>): T {
    const known = this.made.get(wanted);
    if (known !== undefined) return known as T;
    const needed = parametersOf(wanted).map((token) => this.of(token, wanted));
    const service: object = Reflect.construct(wanted as never, needed);
    this.made.set(wanted, service);
    this.inOrder.push(service);
    return service as T;
  }

  /** Calls a method of those services that have it, in the order in which they were made. */
  async each(hook: 'onModuleInit' | 'onApplicationBootstrap'): Promise<void> {
    for (const service of this.inOrder) await call(service, hook);
  }

  /** Calls a method of those services that have it, the newest first. */
  async eachBackwards(hook: 'beforeApplicationShutdown' | 'onApplicationShutdown'): Promise<void> {
    for (const service of this.inOrder.toReversed()) await call(service, hook);
  }

  private of(token: Token, wanted: Class<object>): unknown {
    if (this.made.has(token)) return this.made.get(token);
    if (typeof token === 'symbol')
      throw new Error(`${wanted.name} needs ${String(token)}, which was not provided`);
    return this.get(token as Class<object>);
  }
}

function parametersOf(wanted: Class<object>): Token[] {
  const types: unknown = Reflect.getMetadata('design:paramtypes', wanted);
  const tokens = Array.isArray(types) ? (types as Token[]) : [];
  if (tokens.length === 0 && wanted.length > 0)
    throw new Error(`${wanted.name} does not say what it needs`);
  const declared = (Reflect.getMetadata(DECLARED, wanted) ?? []) as Declared[];
  return tokens.map((type, index) => declared.find((one) => one.index === index)?.param ?? type);
}

async function call(service: object, hook: string): Promise<void> {
  const method: unknown = Reflect.get(service, hook);
  if (typeof method === 'function') await Reflect.apply(method, service, []);
}
