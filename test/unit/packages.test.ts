/** Checks that the packages of packages/ and the product are released together: docs/decisions/0005-packages.md. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
const folders = globSync('packages/*').sort();
const product = read('.');
const LICENSE = readFileSync('LICENSE', 'utf8');

function installedWith({ dependencies, optionalDependencies }: Manifest): Record<string, string> {
  return { ...dependencies, ...optionalDependencies };
}

describe('the packages', () => {
  it('the packages are the client and the document converter', () => {
    expect(folders).toEqual(['packages/client', 'packages/document-converter']);
  });

  it.each(folders)('the package %s has the version and the licence of the product', (folder) => {
    const { name, version } = read(folder);
    expect(version).toBe(product.version);
    expect(product.devDependencies?.[name]).toBe(product.version);
    expect(readFileSync(`${folder}/LICENSE`, 'utf8')).toBe(LICENSE);
  });

  it.each(folders)(
    'the package %s and the product have the same versions of what both need',
    (folder) => {
      const manifest = read(folder);
      const ours = { ...product.devDependencies, ...installedWith(product) };
      const theirs = { ...manifest.devDependencies, ...installedWith(manifest) };
      const both = Object.keys(theirs).filter((name) => name in ours);
      const versions = (all: Record<string, string>) => both.map((name) => [name, all[name]]);
      expect(versions(theirs)).toEqual(versions(ours));
    },
  );

  it('the packages need nothing at run time that is not installed with the product', () => {
    const needed = folders.flatMap((folder) => Object.keys(installedWith(read(folder))));
    expect(Object.keys(installedWith(product))).toEqual(expect.arrayContaining(needed));
    expect(installedWith(read('packages/client'))).toEqual({});
  });
});

it('package-lock.json names no registry, so that any registry can be used', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "https?:/);
});
