/** The engine of Office documents is of one version on every platform, or documents say that it is not there. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ENGINE = '@firecrawl/anydoc-linux-x64-gnu';
const place = mkdtempSync(join(tmpdir(), 'engine-'));
const packages = join(place, 'node_modules');
const engine = join(packages, ENGINE);
const isHere = existsSync(join('node_modules', ENGINE));

/** The converter as it is built, beside packages of its own. */
beforeAll(() => {
  cpSync('dist/runtimes/conversion', join(place, 'conversion'), { recursive: true });
  for (const scope of ['@firecrawl', '@llamaindex']) {
    mkdirSync(join(packages, scope), { recursive: true });
    for (const name of readdirSync(join('node_modules', scope)))
      if (!name.startsWith('anydoc'))
        symlinkSync(resolve('node_modules', scope, name), join(packages, scope, name));
  }
  writeFileSync(
    join(place, 'try.mjs'),
    `import { convert } from './conversion/index.mjs';
const [name, text] = process.argv.slice(2);
await convert(Buffer.from(text), { name }).then(
  ({ markdown }) => console.log(markdown.trim()),
  ({ code, message }) => console.log(code + ': ' + message),
);`,
  );
});
afterAll(() => rmSync(place, { recursive: true }));

function converted(name: string, text: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['try.mjs', name, text], {
    cwd: place,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}

function install(version: string): void {
  rmSync(engine, { recursive: true, force: true });
  mkdirSync(engine, { recursive: true });
  if (isHere) cpSync(join('node_modules', ENGINE), engine, { recursive: true });
  const manifest = { name: ENGINE, version, main: 'anydoc.linux-x64-gnu.node' };
  writeFileSync(join(engine, 'package.json'), JSON.stringify(manifest));
}

const RTF = String.raw`{\rtf1 Hello {\b World}}`;

describe('the engine of Office documents', () => {
  (isHere ? it : it.skip)('reads in the version that is pinned', () => {
    install('0.2.4');
    expect(converted('a.rtf', RTF)).toBe('Hello **World**');
  });

  it('is not used in another one, and what needs it says so', () => {
    install('0.1.9');
    const says = converted('a.rtf', RTF);
    expect(says).toMatch(/^unsupported: Documents of the format rtf are not converted/);
    expect(says).toContain('their engine is anydoc 0.2.4, and 0.1.9 is installed');
    expect(converted('a.csv', 'a,b\n1,2')).toContain('| 1   | 2   |');
  });

  it('may be missing, as on other platforms, and what needs it says so', () => {
    rmSync(engine, { recursive: true, force: true });
    const says = converted('a.rtf', RTF);
    expect(says).toMatch(/^unsupported: .*\(\w+ on \w+\).*anydoc 0\.2\.4, is not installed/);
    expect(converted('a.csv', 'a,b\n1,2')).toContain('| 1   | 2   |');
  });
});
