import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A package as the tests make it: a wheel with `files`, or a source distribution. */
export interface TestPackage {
  name: string;
  version: string;
  /** Text by path. */
  files?: Record<string, string>;
  requires?: readonly string[];
  extras?: Record<string, readonly string[]>;
  source?: true;
}

/** A package index on the disk. */
export interface TestIndex {
  /** A file:// URL. */
  readonly url: string;
  readonly folder: string;
  /** Makes packages, over those of the same name and version. */
  add(...packages: readonly TestPackage[]): void;
  remove(): void;
}

export function makeIndex(...packages: readonly TestPackage[]): TestIndex {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-index-'));
  chmodSync(folder, statSync(folder).mode | 0o555);
  const index: TestIndex = {
    url: pathToFileURL(folder).href,
    folder,
    add: (...more) => {
      execFileSync('/usr/bin/python3', [join(import.meta.dirname, 'make_packages.py'), folder], {
        input: JSON.stringify(more),
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  index.add(...packages);
  return index;
}

/** A package of one module that says its version. */
export function module(name: string, version: string, requires: string[] = []): TestPackage {
  return { name, version, files: { [`${name}.py`]: `version = "${version}"\n` }, requires };
}

/** A script that asks for `dependencies`; `code` stands below. */
export function scriptWith(dependencies: readonly string[], code: string): string {
  const lines = dependencies.map((one) => `#   ${JSON.stringify(one)},\n`).join('');
  return `# /// script\n# dependencies = [\n${lines}# ]\n# ///\n${code}\n`;
}
