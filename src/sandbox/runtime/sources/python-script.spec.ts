import { describe, expect, it } from '@jest/globals';
import { importedModules, joinPython, placeInPython, splitPython } from './python-script.js';

const SOURCE = 'import helpers\n\ndef run(params, reporter):\n    return helpers.X\n';
const FILES = new Map([
  ['lib/dates.py', 'from . import more\n'],
  ['helpers.py', '# text\n\nX = """\n#|file no.py\n"""\n'],
]);

describe('a Python script with further files', () => {
  it('a Python script joined with its files begins with its own source and can be split again', () => {
    const text = joinPython({ source: SOURCE, files: FILES });
    expect(text.startsWith(SOURCE)).toBe(true);
    expect(text.slice(SOURCE.length)).toMatch(/^#\|metarun-files\n(#\|.*\n)+$/);
    expect(splitPython(text)).toEqual({ source: SOURCE, files: FILES });
    expect(joinPython(splitPython(text))).toBe(text);
  });

  it('a Python script without further files is its own text', () => {
    const crlf = 'import os\r\ndef run(params, reporter): pass';
    expect(joinPython({ source: crlf, files: new Map() })).toBe(crlf);
    expect(splitPython(crlf)).toEqual({ source: crlf, files: new Map() });
  });

  it('the files joined to a Python script get LF line endings', () => {
    const files = new Map([['a.py', 'x = 1\r\ny = 2\rz = 3']]);
    const text = joinPython({ source: SOURCE, files });
    expect(splitPython(text).files.get('a.py')).toBe('x = 1\ny = 2\nz = 3\n');
  });

  it('a line of the joined text maps to its file and its line there', () => {
    const text = joinPython({ source: SOURCE, files: FILES });
    const line = (part: string): number => text.split('\n').findIndex((l) => l.includes(part)) + 1;
    expect(placeInPython(text, 3)).toEqual({ file: null, line: 3 });
    expect(placeInPython(text, line('X = """'))).toEqual({ file: 'helpers.py', line: 3 });
    expect(placeInPython(text, line('from . import'))).toEqual({ file: 'lib/dates.py', line: 1 });
  });
});

describe('the modules that a text may import', () => {
  it.each([
    ['import a, b.c as d', ['a', 'b.c']],
    ['from a import b, c as d', ['a', 'a.b', 'a.c']],
    ['from a import (\n    b,  # why\n    c,\n)', ['a', 'a.b', 'a.c']],
    ['def f():\n    from a.b import *', ['a.b']],
    ['x = 1; import a', ['a']],
    ['from a import \\\n    b', ['a', 'a.b']],
    ['important = 1\nfrom_ = 2', []],
  ])('the text %j may import the modules %j', (text, modules) => {
    expect([...importedModules(text, 'workflow.py')].toSorted()).toEqual(modules);
  });

  it('a relative import names modules of its own package', () => {
    const found = importedModules(
      'from . import b\nfrom .c import d\nfrom ..e import f',
      'p/q/a.py',
    );
    expect([...found].toSorted()).toEqual(['p.e', 'p.e.f', 'p.q', 'p.q.b', 'p.q.c', 'p.q.c.d']);
  });
});
