import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { findPackageName } from './bundle-inputs.js';
import { loadGuestLibrary } from './guest-library.js';
import { stubbedModules } from './node-stubs.js';
import { type FileUses, MISSING_GLOBALS, readUses } from './read-uses.js';

/** Texts that need parsing to be understood; files without any of them are not parsed. */
const BESIDE =
  /\b(?:__dirname|__filename|createRequire|require\s*\.\s*resolve|import\s*\.\s*meta)\b/;
const GLOBALS = new RegExp(`\\b(?:${[...MISSING_GLOBALS].join('|')})\\b`);
const NOTHING: FileUses = { uses: [], loads: new Set() };

/** Reads what the files of a bundle require of the machine, each file once. */
export class UsesReader {
  private readonly texts = new Map<string, Promise<string>>();
  private readonly found = new Map<string, FileUses>();

  /** The files of `metafile` are relative to `root`. */
  constructor(
    private readonly root: string,
    private readonly metafile: Metafile,
  ) {}

  /** Returns the uses of a file; none if it is not on disk. */
  async uses(file: string): Promise<FileUses['uses']> {
    const text = await this.text(file);
    const isParsed =
      GLOBALS.test(text) ||
      (findPackageName(file) !== null && (BESIDE.test(text) || this.stubbed(file).length > 0));
    return isParsed ? (await this.parsed(file)).uses : [];
  }

  /** Returns the Node modules with throwing stand-ins that a file imports. */
  stubbed(file: string): string[] {
    return stubbedModules(this.metafile, file);
  }

  /** Returns whether loading the first file of an import chain always loads the last. */
  async isLoaded([first, second, ...rest]: readonly string[]): Promise<boolean> {
    if (first === undefined || second === undefined) return true;
    const imports =
      this.metafile.inputs[first]?.imports.filter(({ path }) => path === second) ?? [];
    const { loads } = await this.parsed(first);
    const isLoaded = imports.some(
      ({ kind, original = '' }) => kind === 'import-statement' || loads.has(original),
    );
    return isLoaded && (await this.isLoaded([second, ...rest]));
  }

  private text(file: string): Promise<string> {
    const text = this.texts.get(file) ?? readFile(join(this.root, file), 'utf8').catch(() => '');
    this.texts.set(file, text);
    return text;
  }

  private async parsed(file: string): Promise<FileUses> {
    const known = this.found.get(file);
    if (known !== undefined) return known;
    const stubbed = this.stubbed(file);
    const uses = await this.parse(file, (name) => stubbed.includes(name));
    this.found.set(file, uses);
    return uses;
  }

  private async parse(file: string, isNeeded: (name: string) => boolean): Promise<FileUses> {
    if (!/\.[cm]?[jt]sx?$/.test(file)) return NOTHING;
    try {
      return readUses(loadGuestLibrary().parse(await this.text(file)), isNeeded);
    } catch {
      // esbuild may accept syntax that this parser rejects; such files are skipped.
      return NOTHING;
    }
  }
}
