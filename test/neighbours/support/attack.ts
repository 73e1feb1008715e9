import type { Attacker, Script } from './attacker.js';

/** Something that a project does to those beside it. */
export interface Attack {
  name: string;
  /** Before the attack, unmeasured: what it works with. */
  begin?: (attacker: Attacker) => Promise<void>;
  /** One go; done again and again until the attack is over. */
  during: (attacker: Attacker) => Promise<unknown>;
  /** How many goes are under way at the same time; 1 where it is left out. */
  atOnce?: number;
}

/** Attacks by their group; those of one group are tried together in little. */
export type Catalogue = Record<string, readonly Attack[]>;

interface Runs {
  /** How many are under way at the same time: as many as an installation has slots where it is left out. */
  atOnce?: number;
  params?: object;
}

const SLOTS = 8;

/** What `make` gives is made before the attack. */
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

/** A script that is run again and again. */
export function runs(name: string, script: Script, { atOnce = SLOTS, params }: Runs = {}): Attack {
  return prepared(
    name,
    (attacker) => attacker.define(script),
    (attacker, identifier) =>
      identifier === null ? attacker.define(script) : attacker.run(identifier, params),
    atOnce,
  );
}

/** The same of a body in one language. */
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
