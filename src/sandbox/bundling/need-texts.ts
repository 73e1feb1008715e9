import type { CompileTarget } from '../runtime/protocol.js';
import { installAdvice } from '../runtime/typescript/missing-files.js';
import { ON_NODE, startsPrograms, WITH_PROGRAMS } from './advice.js';
import { findPackageName } from './bundle-inputs.js';
import type { Use } from './read-uses.js';

/** Something that a file needs; `late` means modules whose names it computes. */
export interface Need extends Omit<Use, 'kind' | 'line' | 'column'> {
  kind: Use['kind'] | 'late';
  file: string;
  line: number | null;
  column: number | null;
}

/** The needs of a package and of the packages that it imports; `name` is null for the author's own code. */
export interface PackageNeeds {
  name: string | null;
  needs: readonly Need[];
}

export const WEB_ASSEMBLY = 'WebAssembly';
/** Number of packages whose needs a message lists. */
const SHOWN = 3;

/** Describes what a package may fail at, and what to do then. */
export function describeNeeds(own: PackageNeeds, target: CompileTarget): string {
  const subject = own.name === null ? 'uses' : `"${own.name}" uses`;
  return `${subject} what ${describeLack(target)}: ${listNeeds(own)}. The run fails where it gets there. If this script needs that, ${describeRemedy(own, target)}`;
}

/** Explains why a package cannot be loaded, and what to do. `need` is what it fails at. */
export function describeFailure(own: PackageNeeds, need: Need, target: CompileTarget): string {
  return `"${own.name}" cannot be loaded, since it uses what ${describeLack(target)} whenever it is loaded: ${nameNeed(need)}, in ${need.file}:${need.line}. To use the package, ${describeRemedy(own, target)}`;
}

function describeLack(target: CompileTarget): string {
  return target === 'isolate' ? 'an isolate does not have' : 'is not part of a bundle';
}

function describeRemedy({ name, needs }: PackageNeeds, target: CompileTarget): string {
  const install = name === null ? '' : installAdvice(name);
  if (target === 'image')
    return 'have the image bring the package, and leave it out of node_modules here';
  if (target === 'node') return install;
  if (needs.every(({ kind, what }) => kind === 'module' && startsPrograms(what)))
    return WITH_PROGRAMS;
  const own = needs.filter(({ kind }) => kind === 'file' || kind === 'late');
  if (name === null || own.length === 0) return ON_NODE;
  return own.some(({ isCertain }) => isCertain)
    ? `${ON_NODE}, and ${install}`
    : `${ON_NODE}; if it then lacks files of its own, ${install}`;
}

/** Lists all needs: first those of the package itself, then those of its dependencies. */
function listNeeds({ name, needs }: PackageNeeds): string {
  const byOwner = new Map<string | null, Set<string>>([[name, new Set()]]);
  for (const need of needs) {
    const owner = findPackageName(need.file);
    const shown = need.kind === 'file' ? 'files beside its code' : nameNeed(need);
    byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(shown));
  }
  const all = [...byOwner].filter(([, names]) => names.size > 0);
  const shown = all
    .slice(0, SHOWN)
    .map(([owner, names]) => joinWords([...names]) + (owner === name ? '' : ` in "${owner}"`));
  const rest = all.length - shown.length;
  const more = rest === 1 ? 'more in another package' : `more in ${rest} other packages`;
  return (rest > 0 ? [...shown, more] : shown).join('; ');
}

function nameNeed({ kind, what }: Need): string {
  switch (kind) {
    case 'late':
      return 'modules whose names it computes';
    case 'file':
      return what === '' ? 'a file beside its code' : `the file "${what}" beside its code`;
    case 'module':
      return `"${what}"`;
    default:
      return what;
  }
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
