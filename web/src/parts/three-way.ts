/** A field that another change has changed. */
export interface FieldDifference<Name> {
  name: Name;
  before: unknown;
  theirs: unknown;
  mine: unknown;
  /** It is changed here as well, and to something else. */
  conflict: boolean;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the fields that another change has changed since a form was begun. */
export function differencesOf<D extends object>(
  before: D,
  theirs: D,
  mine: D,
): FieldDifference<keyof D & string>[] {
  return namesOf(before)
    .filter((name) => !isSame(before[name], theirs[name]))
    .map((name) => ({
      name,
      before: before[name],
      theirs: theirs[name],
      mine: mine[name],
      conflict: !isSame(before[name], mine[name]) && !isSame(mine[name], theirs[name]),
    }));
}

/** Returns the new state with what was changed in the form: nothing of either is lost but where both have changed one field. */
export function mergedDraft<D extends object>(before: D, theirs: D, mine: D): D {
  const kept = namesOf(before).filter((name) => !isSame(before[name], mine[name]));
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) };
}

function namesOf<D extends object>(draft: D): (keyof D & string)[] {
  return Object.keys(draft) as (keyof D & string)[];
}
