import { CommandError } from '../command-error.js';
import { EXIT } from '../exit-codes.js';
import { plainLine } from '../plain-text.js';

const PART = /^[0-9a-f-]{4,36}$/i;
const SHOWN = 10;
/** Matches a token or key. The group is the hint that lists show of it. */
const CREDENTIAL = /^(mr[tk]_.{4}).+/;

/**
 * Returns the item that `reference` identifies: by its id, the beginning or end of the id, its name, its hint, or the
 * full credential. `what` is the noun for one item, `list` the command that lists them. Throws if no item or several
 * match.
 */
export function findOne<T>(
  items: readonly T[],
  reference: string,
  {
    what,
    list,
    id,
    name,
    hint,
  }: {
    what: string;
    list: string;
    id: (item: T) => string;
    name?: (item: T) => string;
    hint?: (item: T) => string;
  },
): T {
  const wanted = reference.toLowerCase();
  const byPart = items.filter((item) => {
    const own = id(item).toLowerCase();
    return (
      own === wanted || (PART.test(reference) && (own.startsWith(wanted) || own.endsWith(wanted)))
    );
  });
  const named = items.filter((item) => name?.(item) === reference.normalize('NFC'));
  const hinted = items.filter((item) => hint !== undefined && reference.startsWith(hint(item)));
  const found = [named, hinted, byPart].find(({ length }) => length > 0) ?? [];
  const [one, ...others] = found;
  if (one === undefined)
    throw new CommandError(
      `There is no ${what} "${plainLine(reference.replace(CREDENTIAL, '$1…'))}".`,
      {
        code: 'not_found',
        fix: `\`${list}\` shows what there is.`,
        docs: 'cli-admin.md',
      },
    );
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
