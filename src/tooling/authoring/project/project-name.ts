import { GuidedError } from '../../../base/kernel/guided-error.js';
import { identifierFor } from '../../../tasks/catalogue/identifier.js';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';

/** Leaves the meta-tasks beside the first one, which append to its identifier, within 100 characters. */
const MAX_IDENTIFIER = 80;

/** The names of a new meta-task. */
export interface ProjectName {
  /** Name for people: `Weekly sales`. */
  title: string;
  /** Name for programs and the folder: `weekly-sales`. */
  identifier: string;
}

/** Returns the title and the identifier of a name. Throws GuidedError that explains an invalid name. */
export function projectName(text: string): ProjectName {
  const error = nameError(text);
  if (error !== undefined)
    throw new GuidedError(error, {
      code: 'invalid_name',
      fix: 'Give a name such as "Weekly sales" or weekly-sales.',
      docs: 'templates.md#names',
      isUsage: true,
    });
  const name = text.trim();
  const identifier = identifierFor(name, 1);
  const words = name.replaceAll('-', ' ');
  const title = name === identifier ? words.charAt(0).toUpperCase() + words.slice(1) : name;
  return { title, identifier };
}

/** Returns the problem of a name as a sentence; undefined if it is valid. */
export function nameError(text: string): string | undefined {
  const name = text.trim();
  if (name === '') return 'A name is needed.';
  if (/[/\\]/.test(name)) return 'A name has no slash; --folder says where it goes.';
  if (/\p{C}/u.test(name)) return 'A name has no control characters.';
  if ([...name].length > MAX_NAME_LENGTH)
    return `A name has ${MAX_NAME_LENGTH} characters at most.`;
  if (!/[a-z0-9]/.test(name.normalize('NFKD').toLowerCase()))
    return 'A name has a letter from a to z, or a digit: its folder and identifier are made of them.';
  return identifierFor(name, 1).length > MAX_IDENTIFIER
    ? `An identifier is made of the name, and has ${MAX_IDENTIFIER} characters at most.`
    : undefined;
}
