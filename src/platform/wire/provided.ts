import type { Provider } from '@nestjs/common';

/** The part of a dynamic module that makes services injectable everywhere. */
interface Provided {
  global: true;
  providers: Provider[];
  exports: (typeof Function.prototype)[];
}

/** Returns the part of a module that gives controllers each of these services, by its class. */
export function provided(services: Readonly<Record<string, object>>): Provided {
  const all = Object.values(services);
  return {
    global: true,
    providers: all.map((service) => ({ provide: service.constructor, useValue: service })),
    exports: all.map((service) => service.constructor),
  };
}
