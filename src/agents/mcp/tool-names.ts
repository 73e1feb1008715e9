import { invalidField } from '../../base/kernel/errors.js';

const NAME = /^[A-Za-z0-9_.-]{1,128}\*?$|^\*$/;
/** Maximum number of names and prefixes in one URL. */
const MAX_NAMES = 100;

/** Returns whether a connection includes the tool with this name. */
export type ToolNames = (name: string) => boolean;

/** Parses tool names, and prefixes followed by `*`, from `?tools=`. Without it, all tools are included. */
export function toolNames(text: string | undefined): ToolNames {
  if (text === undefined) return () => true;
  const given = text.split(',').map((name) => name.trim());
  const wrong = given.find((name) => !NAME.test(name));
  if (wrong !== undefined || given.length > MAX_NAMES)
    throw invalidField(
      '?tools',
      `must be at most ${MAX_NAMES} names of tools with commas between them; a * may end each, as in files_*`,
    );
  const names = new Set(given.filter((name) => !name.endsWith('*')));
  const beginnings = given.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
