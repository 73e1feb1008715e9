import { invalidField } from '../../../base/kernel/errors.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { quoted } from '../../../base/kernel/quoted.js';

/** Limits of an agent's task that a retry can extend. */
export const EXTENDABLE = ['max_steps', 'max_tool_calls', 'max_tokens', 'max_cost_usd'] as const;
export type Extendable = (typeof EXTENDABLE)[number];

/** Numbers to be added to limits. */
export type Extension = Partial<Record<Extendable, number>>;

/** Parses an extension from a client. Throws MetarunError with the place of the error. */
export function parseExtension(given: JsonObject): Extension {
  const extension: Extension = {};
  for (const [name, value] of Object.entries(given)) {
    const limit = EXTENDABLE.find((known) => known === name);
    if (limit === undefined)
      throw invalidField(
        `/extend/${name}`,
        `is not a limit that can be extended: there are ${EXTENDABLE.join(', ')}`,
      );
    const isWhole = limit !== 'max_cost_usd';
    if (typeof value !== 'number' || value <= 0 || (isWhole && !Number.isSafeInteger(value)))
      throw invalidField(
        `/extend/${name}`,
        `must be a ${isWhole ? 'whole ' : ''}number above 0, not ${quoted(JSON.stringify(value))}`,
      );
    extension[limit] = value;
  }
  if (Object.keys(extension).length === 0)
    throw invalidField('/extend', `must name a limit: ${EXTENDABLE.join(', ')}`);
  return extension;
}

/** Returns the extension of a row. */
export function extensionOfRow({ extension }: { extension: string | null }): Extension {
  return extension === null ? {} : (JSON.parse(extension) as Extension);
}

/** Returns the sum of two extensions. */
export function addedExtensions(one: Extension, other: Extension): Extension {
  const sum: Extension = { ...one };
  for (const limit of EXTENDABLE) {
    const more = other[limit];
    if (more !== undefined) sum[limit] = (one[limit] ?? 0) + more;
  }
  return sum;
}
