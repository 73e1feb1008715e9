import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';

const root = fileURLToPath(new URL('..', import.meta.url));
const SPDX = /^\(?[\w.+-]+( (AND|OR|WITH) \(?[\w.+-]+\)?)*\)?$/;
/** Packages that contain a Node binary. */
const NODE = /^node_modules\/node-(linux|darwin)-/;

/**
 * Writes a bill of materials in CycloneDX 1.6 JSON. It lists the bundled packages, the packages that npm installs, and
 * the programs within them that advisories know by other names. It contains no date, so that builds are reproducible.
 * @param {string} folder output folder of sbom.cdx.json
 * @param {string[]} bundled folders of the bundled packages
 */
export async function writeSbom(folder, bundled) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const installed = Object.keys(packages).filter(
    (path) => path.startsWith('node_modules/') && !packages[path].dev && !packages[path].link,
  );
  const inBuild = bundled.map((path) => relative(root, path));
  const parts = await Promise.all([
    ...inBuild.map((path) => buildComponent(path, packages[path], 'bundled')),
    ...installed
      .filter((path) => !inBuild.includes(path))
      .map((path) => buildComponent(path, packages[path], 'installed')),
  ]);
  const components = [...parts, ...programs(packages)].toSorted((one, other) =>
    one['bom-ref'] < other['bom-ref'] ? -1 : 1,
  );
  const { name, version, license } = packages[''];
  const purl = formatPurl(name, version);
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl,
        name,
        version,
        licenses: formatLicenses(license),
        purl,
      },
    },
    components: [...new Map(components.map((one) => [one['bom-ref'], one])).values()],
    dependencies: [{ ref: purl, dependsOn: [...new Set(components.map((one) => one['bom-ref']))] }],
  };
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}

/** @param {'bundled' | 'installed'} how */
async function buildComponent(path, locked, how) {
  if (locked?.integrity === undefined) throw new Error(`${path} is not in package-lock.json`);
  // Packages for other platforms are not installed.
  const manifest = await readFile(join(root, path, 'package.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  const name = manifest.name ?? locked.name ?? path.replace(/^.*node_modules\//, '');
  const license =
    locked.license ?? manifest.license ?? manifest.licenses?.map(({ type }) => type).join(' OR ');
  const purl = formatPurl(name, locked.version);
  const [algorithm, hash] = locked.integrity.split('-');
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: locked.version,
    scope: locked.optional && how === 'installed' ? 'optional' : 'required',
    hashes: [
      {
        alg: algorithm.replace(/^sha/, 'SHA-'),
        content: Buffer.from(hash, 'base64').toString('hex'),
      },
    ],
    ...(license === undefined ? {} : { licenses: formatLicenses(license) }),
    purl,
    properties: [{ name: 'metarun:how', value: how }],
  };
}

/** Returns the programs within npm packages, by the names that advisories use. */
function programs(packages) {
  const node = Object.keys(packages).find((path) => NODE.test(path));
  const sqlite = new Sqlite(':memory:').prepare('SELECT sqlite_version()').pluck().get();
  return [
    program('node.js', packages[node].version, 'nodejs:node.js', 'MIT'),
    program('sqlite', sqlite, 'sqlite:sqlite', 'blessing'),
  ];
}

function program(name, version, cpe, license) {
  return {
    type: 'platform',
    'bom-ref': `pkg:generic/${name}@${version}`,
    name,
    version,
    scope: 'required',
    licenses: formatLicenses(license),
    cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/${name}@${version}`,
    properties: [{ name: 'metarun:how', value: 'in an npm package' }],
  };
}

function formatLicenses(license) {
  return [SPDX.test(license) ? { expression: license } : { license: { name: license } }];
}

function formatPurl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
