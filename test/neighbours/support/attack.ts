import type { Attacker, Script } from './attacker.js';

/** An action of a project that may harm other projects. */
export interface Attack {
  name: string;
  /** Prepares the attack; not measured. */
  begin?: (attacker: Attacker) => Promise<void>;
  /** Runs one round of the attack; repeated until the attack is over. */
  during: (attacker: Attacker) => Promise<unknown>;
  /** Number of concurrent rounds; 1 by default. */
  atOnce?: number;
}

/** Attacks by group; those of one group run together for a short time. */
export type Catalogue = Record<string, readonly Attack[]>;

interface Runs {
  /** Number of concurrent tasks; by default, the number of slots of an installation. */
  atOnce?: number;
  params?: object;
}

const SLOTS = 8;

/** Returns an attack whose rounds get the result of `make`, which is called before the attack. */
export function prepared<Ground>(
  name: string,
  make: (attacker: Attacker) => Promise<Ground>,
  during: (attacker: Attacker, ground: Ground) => Promise<unknown>,
  atOnce = 1,
): Attack {
  const grounds = new WeakMap<Attacker, { ground: Ground }>();
  return {
    name,
    atOnce,
    begin: async (attacker) => {
      grounds.set(attacker, { ground: await make(attacker) });
    },
    during: (attacker) => {
      const found = grounds.get(attacker);
      if (found === undefined) throw new Error(`${name} was not prepared`);
      return during(attacker, found.ground);
    },
  };
}

/** Returns an attack that runs a script repeatedly. */
export function runs(name: string, script: Script, { atOnce = SLOTS, params }: Runs = {}): Attack {
  return prepared(
    name,
    (attacker) => attacker.define(script),
    (attacker, identifier) =>
      identifier === null ? attacker.define(script) : attacker.run(identifier, params),
    atOnce,
  );
}

/** Returns an attack that repeatedly runs a Python script with this body. */
export const python = (
  name: string,
  body: string,
  metaTask: Record<string, unknown> = {},
  more: Runs = {},
): Attack => runs(name, { language: 'python', body, metaTask }, more);

export const typescript = (
  name: string,
  body: string,
  metaTask: Record<string, unknown> = {},
  more: Runs = {},
): Attack => runs(name, { language: 'typescript', body, metaTask }, more);
