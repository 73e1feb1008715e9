/** All platforms use the same version of each document engine; conversions report a missing engine. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pdf } from '../support/documents/pdf.js';
import { requireSample } from '../support/documents/samples.js';

const ENGINE = '@firecrawl/anydoc-linux-x64-gnu';
/** Both engines are required, as the Markdown would differ otherwise. */
const PDF_ENGINES = ['@llamaindex/liteparse', '@firecrawl/pdf-inspector'];
const place = mkdtempSync(join(tmpdir(), 'engine-'));
const packages = join(place, 'node_modules');
const engine = join(packages, ENGINE);
const isHere = existsSync(join('node_modules', ENGINE));

/** The built converter with a separate folder of packages. */
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
const [name, content] = process.argv.slice(2);
await convert(Buffer.from(content, 'base64'), { name }).then(
  ({ markdown }) => console.log(markdown.trim()),
  ({ code, message }) => console.log(code + ': ' + message),
);`,
  );
});
afterAll(() => rmSync(place, { recursive: true }));

function converted(name: string, content: string | Buffer): string {
  const bytes = Buffer.from(content).toString('base64');
  const { stdout, stderr } = spawnSync(process.execPath, ['try.mjs', name, bytes], {
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

const PDF = pdf([[{ x: 70, y: 700, size: 12, text: 'Hello World' }]]).toString();
const DOC = requireSample('doc');
/** Formats that are converted without an engine. */
const OWN = ['docx', 'pptx', 'odt', 'odp', 'rtf'];

describe('the engine of documents of Word and PowerPoint 97 to 2003', () => {
  (isHere ? it : it.skip)('a document is converted by an engine of the pinned version', () => {
    install('0.2.4');
    expect(converted('a.doc', DOC.bytes)).toBe(DOC.markdown.trim());
  });

  it('a document is rejected when its engine has another version than the pinned one', () => {
    install('0.1.9');
    const says = converted('a.doc', DOC.bytes);
    expect(says).toMatch(/^unsupported: Documents of the format doc are not converted/);
    expect(says).toContain(
      'their engine is @firecrawl/anydoc-linux-x64-gnu@0.2.4, and 0.1.9 is installed',
    );
    expect(converted('a.csv', 'a,b\n1,2')).toContain('| 1   | 2   |');
  });

  it('a document is rejected with instructions when its engine is missing', () => {
    rmSync(engine, { recursive: true, force: true });
    const says = converted('a.doc', DOC.bytes);
    expect(says).toMatch(
      /^unsupported: .*\(\w+ on \w+\): their engine is not installed\. There is one for Linux.*"npm install @firecrawl\/anydoc-linux-x64-gnu@0\.2\.4"/,
    );
    expect(converted('a.csv', 'a,b\n1,2')).toContain('| 1   | 2   |');
  });

  it('the converter names the formats that it does not read without its engines', () => {
    rmSync(engine, { recursive: true, force: true });
    const script = `import('./conversion/index.mjs').then(({ missingEngines }) => console.log(missingEngines().join(' ')))`;
    const { stdout } = spawnSync(process.execPath, ['-e', script], {
      cwd: place,
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^Documents of the format doc or ppt are not converted on this server/);
    expect(stdout).not.toContain('of the format pdf');
  });

  it.each(OWN)('a %s document is converted where the engine is missing', (format) => {
    rmSync(engine, { recursive: true, force: true });
    const { name, bytes, markdown } = requireSample(format);
    expect(converted(name, bytes)).toBe(markdown.trim());
  });
});

describe('the engines of PDF', () => {
  it('the PDF engines read a PDF document', () => {
    expect(converted('a.pdf', PDF)).toContain('Hello World');
  });

  it.each(PDF_ENGINES.map((name) => [[name]]).concat([[PDF_ENGINES]]))(
    'a PDF document is rejected with instructions when engines are missing: %j',
    (names) => {
      for (const name of names) rmSync(join(packages, name));
      try {
        const says = converted('a.pdf', PDF);
        expect(says).toMatch(/^unsupported: Documents of the format pdf are not converted/);
        const missing = names.map((name) => `${name}@[\\d.]+`).join(' ');
        expect(says).toMatch(new RegExp(`"npm install ${missing}"`));
        expect(converted('a.html', '<b>Hello</b>')).toBe('**Hello**');
      } finally {
        for (const name of names) symlinkSync(resolve('node_modules', name), join(packages, name));
      }
    },
  );
});

it('the pinned engine versions are those installed with the product', () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>;
  const source = readFileSync('packages/document-converter/src/engines.ts', 'utf8');
  const pinned = [...source.matchAll(/package: '([^']+)',\s+version: '([^']+)'/g)];
  expect(pinned.map(([, name]) => name)).toEqual([ENGINE, ...PDF_ENGINES]);
  for (const [, name = '', version] of pinned)
    expect([name, version]).toEqual([name, { ...dependencies, ...optionalDependencies }[name]]);
});
