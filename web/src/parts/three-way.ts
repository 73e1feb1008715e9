/** A field that another change has modified. */
export interface FieldDifference<Name> {
  name: Name;
  before: unknown;
  theirs: unknown;
  mine: unknown;
  /** True if this form has changed the field to a different value. */
  conflict: boolean;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the fields that another change has modified since a form was opened. */
export function listDifferences<D extends object>(
  before: D,
  theirs: D,
  mine: D,
): FieldDifference<keyof D & string>[] {
  return listFieldNames(before)
    .filter((name) => !isSame(before[name], theirs[name]))
    .map((name) => ({
      name,
      before: before[name],
      theirs: theirs[name],
      mine: mine[name],
      conflict: !isSame(before[name], mine[name]) && !isSame(mine[name], theirs[name]),
    }));
}

/** Applies the changes of a form to the new state. If both have changed a field, the form wins. */
export function mergedDraft<D extends object>(before: D, theirs: D, mine: D): D {
  const kept = listFieldNames(before).filter((name) => !isSame(before[name], mine[name]));
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) };
}

function listFieldNames<D extends object>(draft: D): (keyof D & string)[] {
  return Object.keys(draft) as (keyof D & string)[];
}
