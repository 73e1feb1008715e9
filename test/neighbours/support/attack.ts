import type { Attacker, Script } from './attacker.js';

/** An action of a project that may harm the other projects. */
export interface Attack {
  name: string;
  /** Prepares the attack; not measured. */
  begin?: (attacker: Attacker) => Promise<void>;
  /** One round of the attack; repeated until the attack is over. */
  during: (attacker: Attacker) => Promise<unknown>;
  /** The number of rounds that run at the same time; 1 by default. */
  atOnce?: number;
}

/** Attacks by their group; those of one group are tried together for a short time. */
export type Catalogue = Record<string, readonly Attack[]>;

interface Runs {
  /** The number of tasks that run at the same time; by default, as many as an installation has slots. */
  atOnce?: number;
  params?: object;
}

const SLOTS = 8;

/** Returns an attack that gets what `make` has returned before the attack. */
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

/** Returns an attack that runs a script again and again. */
export function runs(name: string, script: Script, { atOnce = SLOTS, params }: Runs = {}): Attack {
  return prepared(
    name,
    (attacker) => attacker.define(script),
    (attacker, identifier) =>
      identifier === null ? attacker.define(script) : attacker.run(identifier, params),
    atOnce,
  );
}

/** Returns such an attack whose script has this body, in one language. */
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
