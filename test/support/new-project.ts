import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from './cli.js';
import { ROOT } from './markdown.js';

interface CatalogueEntry {
  name: string;
  description: string;
  languages: string[];
  features: string[];
}

export const CATALOGUE = JSON.parse(
  readFileSync(join(ROOT, 'templates/templates.json'), 'utf8'),
) as CatalogueEntry[];

/** Folder names of all templates, such as `<name>-<language>`. */
export const TEMPLATES = CATALOGUE.flatMap(({ name, languages }) =>
  languages.length === 0 ? [name] : languages.map((language) => `${name}-${language}`),
);

/** The output of `metarun new … --json`. */
export interface Made {
  name: string;
  identifier: string;
  folder: string;
  files: string[];
  shared: { path: string; change: string }[];
  next: string[];
}

/** Creates a project; fails if the command does. */
export async function newProject(cwd: string, args: readonly string[]): Promise<Made> {
  const { code, stdout, stderr } = await runCli(['new', ...args, '--json'], { cwd });
  if (code !== 0)
    throw new Error(`metarun new ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as Made;
}
