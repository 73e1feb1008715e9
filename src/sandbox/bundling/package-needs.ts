import type { Message, Metafile } from 'esbuild';
import type { CompileTarget } from '../runtime/protocol.js';
import {
  type BundleDiagnostic,
  fileDiagnostic,
  type Place,
  placeOfSpecifier,
} from './bundle-error.js';
import { listBundleInputs, findPackageName } from './bundle-inputs.js';
import { isLate } from './diagnostics.js';
import { importChain } from './import-chain.js';
import {
  describeFailure,
  describeNeeds,
  type Need,
  type PackageNeeds,
  WEB_ASSEMBLY,
} from './need-texts.js';
import type { Use } from './read-uses.js';
import { UsesReader } from './uses-reader.js';

interface Input {
  root: string;
  /** Path relative to `root`, like all files here. */
  entry: string;
  target: CompileTarget;
  metafile: Metafile;
  warnings: readonly Message[];
  /** Texts of the author's files; a need is reported at an import in one of them. */
  texts: ReadonlyMap<string, string>;
}

/** Needs of a package that the author imports, with the location of the import. */
interface ImportNeeds extends PackageNeeds {
  needs: Need[];
  place: Place;
}

/**
 * Finds what packages of a bundle need and a run does not provide. Returns one diagnostic for each import of the
 * author, with advice: an error if the package always fails to load, else a note, since the package may never reach
 * that code.
 */
export async function findPackageNeeds(
  input: Input,
): Promise<{ errors: BundleDiagnostic[]; notes: BundleDiagnostic[] }> {
  const { root, metafile, entry, target } = input;
  const reader = new UsesReader(root, metafile);
  const notes: BundleDiagnostic[] = [];
  const imports = new Map<string, ImportNeeds>();
  for (const need of await collectNeeds(input, reader)) {
    const chain = importChain(metafile, entry, need.file);
    const at = chain.findIndex((file) => findPackageName(file) !== null);
    const first = chain[at];
    if (first === undefined) {
      if (target === 'isolate' && need.what === WEB_ASSEMBLY)
        notes.push({
          ...fileDiagnostic(describeNeeds({ name: null, needs: [need] }, target), need.file),
          line: need.line,
        });
      continue;
    }
    const own = chain[at - 1] ?? entry;
    const name = findPackageName(first);
    const key = JSON.stringify([own, name]);
    const known = imports.get(key) ?? { name, needs: [], place: placeOfImport(input, own, first) };
    imports.set(key, known);
    known.needs.push({ ...need, isCertain: need.isCertain && (await reader.isLoaded(chain)) });
  }
  const errors: BundleDiagnostic[] = [];
  for (const { place, ...own } of imports.values()) {
    const lacking = own.needs.filter((need) => isLacking(need, target));
    const fatal = lacking.find(({ isCertain }) => isCertain);
    if (fatal !== undefined)
      errors.push({ message: describeFailure(own, fatal, target), ...place, chain: [] });
    else if (lacking.length > 0)
      notes.push({
        message: describeNeeds({ ...own, needs: lacking }, target),
        ...place,
        chain: [],
      });
  }
  return { errors, notes };
}

/** Returns whether a run lacks what is needed. Neither an isolate nor a bundle on Node has the files of a package. */
function isLacking({ kind }: Need, target: CompileTarget): boolean {
  if (kind === 'late') return true;
  return target === 'isolate' ? kind !== 'file' : kind === 'file';
}

async function collectNeeds({ metafile, warnings }: Input, reader: UsesReader): Promise<Need[]> {
  // Excludes inputs that are not files on disk, such as `(disabled):fs`.
  const files = listBundleInputs(metafile)
    .map(({ file }) => file)
    .filter((file) => !/^[^/]*:/.test(file));
  const uses = await Promise.all(
    files.map(async (file) => (await reader.uses(file)).map((use: Use) => ({ ...use, file }))),
  );
  const may = { kind: 'module', isCertain: false, line: null, column: null } as const;
  const modules = files
    .filter((file) => findPackageName(file) !== null)
    .flatMap((file) => reader.stubbed(file).map((what) => ({ ...may, what, file })));
  const late = warnings.flatMap(({ id, location }) =>
    isLate(id) &&
    location !== null &&
    findPackageName(location.file) !== null &&
    files.includes(location.file)
      ? [{ ...may, kind: 'late' as const, what: '', file: location.file, line: location.line }]
      : [],
  );
  return [...uses.flat(), ...modules, ...late];
}

/** Returns the location at which the author's file `own` imports the file `first` of a package. */
function placeOfImport({ metafile, texts }: Input, own: string, first: string): Place {
  const found = metafile.inputs[own]?.imports.find(({ path }) => path === first);
  return placeOfSpecifier(
    own,
    texts.get(own) ?? '',
    found?.original ?? findPackageName(first) ?? '',
  );
}
