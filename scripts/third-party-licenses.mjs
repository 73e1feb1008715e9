import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const TEXTS = /^(licen[cs]e|notice|copying)/i;
const LICENCE_PART = /^#+ licen[cs]e\s[^]+/im;
/** Licence texts from upstream, for packages that do not contain them. */
const KNOWN = new URL('licences/', import.meta.url);
const RULE = '='.repeat(80);

/**
 * Returns the folders of the packages in a build.
 * @param {import('esbuild').Metafile[]} metafiles metadata of the bundles
 * @param {string[]} copied folders of packages from which files were copied
 */
export function packageFolders(metafiles, copied = []) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const bundled = inputs.flatMap((input) => PACKAGE.exec(resolve(input))?.[1] ?? []);
  return [...new Set([...bundled, ...copied])];
}

/**
 * Writes the notices that the licences of bundled packages require: name, version, licence and licence texts of each
 * package. Fails if a package has no licence text.
 * @param {string} folder output folder of THIRD_PARTY_LICENSES.txt
 * @param {string} name package that contains the bundle
 * @param {string[]} folders folders of the bundled packages
 */
export async function writeThirdPartyLicenses(folder, name, folders) {
  const notices = await Promise.all(folders.map(readNotice));
  const head = `${name} contains code of these packages, under their own licences.\n`;
  await writeFile(
    join(folder, 'THIRD_PARTY_LICENSES.txt'),
    [head, ...notices.toSorted()].join(`\n${RULE}\n`),
  );
}

async function readNotice(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { name, version } = manifest;
  // Old packages list several licences.
  const license = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ');
  const all = await readdir(folder);
  const read = (each) => readFile(join(folder, each), 'utf8');
  const texts = await Promise.all(
    all
      .filter((each) => TEXTS.test(each))
      .toSorted()
      .map(read),
  );
  const readme = all.find((each) => /^readme/i.test(each));
  // Some packages have their licence at the end of the readme.
  if (texts.length === 0 && readme !== undefined)
    texts.push(...(LICENCE_PART.exec(await read(readme)) ?? []));
  const known = new URL(`${name}.txt`, KNOWN);
  if (texts.length === 0 && existsSync(known)) texts.push(await readFile(known, 'utf8'));
  if (texts.length === 0 || typeof license !== 'string')
    throw new Error(`${name} is bundled, but its licence text is missing`);
  return `${name} ${version} (${license})\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`;
}
