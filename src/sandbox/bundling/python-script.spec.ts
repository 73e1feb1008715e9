import { describe, expect, it } from '@jest/globals';
import { importedModules, joinPython, placeInPython, splitPython } from './python-script.js';

const SOURCE = 'import helpers\n\ndef run(params, reporter):\n    return helpers.X\n';
const FILES = new Map([
  ['lib/dates.py', 'from . import more\n'],
  ['helpers.py', '# text\n\nX = """\n#|file no.py\n"""\n'],
]);

describe('a Python script with further files', () => {
  it('is one text whose first lines are those of the script, and can be taken apart again', () => {
    const text = joinPython({ source: SOURCE, files: FILES });
    expect(text.startsWith(SOURCE)).toBe(true);
    expect(text.slice(SOURCE.length)).toMatch(/^#\|metarun-files\n(#\|.*\n)+$/);
    expect(splitPython(text)).toEqual({ source: SOURCE, files: FILES });
    expect(joinPython(splitPython(text))).toBe(text);
  });

  it('is the script itself without any', () => {
    const crlf = 'import os\r\ndef run(params, reporter): pass';
    expect(joinPython({ source: crlf, files: new Map() })).toBe(crlf);
    expect(splitPython(crlf)).toEqual({ source: crlf, files: new Map() });
  });

  it('has lines that end in LF in its files, so that no line leaves its comment', () => {
    const files = new Map([['a.py', 'x = 1\r\ny = 2\rz = 3']]);
    const text = joinPython({ source: SOURCE, files });
    expect(splitPython(text).files.get('a.py')).toBe('x = 1\ny = 2\nz = 3\n');
  });

  it('leads from a line of the text to the file and its line', () => {
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
  ])('%j: %j', (text, modules) => {
    expect([...importedModules(text, 'workflow.py')].toSorted()).toEqual(modules);
  });

  it('are those of the package for a relative import', () => {
    const found = importedModules(
      'from . import b\nfrom .c import d\nfrom ..e import f',
      'p/q/a.py',
    );
    expect([...found].toSorted()).toEqual(['p.e', 'p.e.f', 'p.q', 'p.q.b', 'p.q.c', 'p.q.c.d']);
  });
});
