import { CommandError } from '../command-error.js';
import { EXIT } from '../exit-codes.js';
import { plainLine } from '../plain-text.js';

const PART = /^[0-9a-f-]{4,36}$/i;
const SHOWN = 10;

/**
 * Returns the item that `reference` names: by its id, the beginning or end of the id, or its name. `what` is the word for one,
 * `list` the command that lists them. Throws if there is none, or if it could be several.
 */
export function findOne<T>(
  items: readonly T[],
  reference: string,
  {
    what,
    list,
    id,
    name,
  }: { what: string; list: string; id: (item: T) => string; name?: (item: T) => string },
): T {
  const wanted = reference.toLowerCase();
  const byPart = items.filter((item) => {
    const own = id(item).toLowerCase();
    return (
      own === wanted || (PART.test(reference) && (own.startsWith(wanted) || own.endsWith(wanted)))
    );
  });
  const named = items.filter((item) => name?.(item) === reference.normalize('NFC'));
  const found = named.length > 0 ? named : byPart;
  const [one, ...others] = found;
  if (one === undefined)
    throw new CommandError(`There is no ${what} "${plainLine(reference)}".`, {
      code: 'not_found',
      fix: `\`${list}\` shows what there is.`,
      docs: 'cli-admin.md',
    });
  if (others.length > 0)
    throw new CommandError(`"${plainLine(reference)}" could be ${found.length} of them.`, {
      code: 'ambiguous',
      fix: 'Give more of the id.',
      docs: 'cli-admin.md',
      diagnostics: found.slice(0, SHOWN).map((item) => ({
        message: `${id(item)}${name === undefined ? '' : `  ${plainLine(name(item))}`}`,
      })),
      exit: EXIT.usage,
    });
  return one;
}
