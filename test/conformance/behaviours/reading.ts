import type { Group, ServedBehaviour } from '../behaviour.js';
import { refused } from './refusal.js';

const GUIDE =
  '---\ntitle: x\n---\n# Guide\n\n<!-- page 2 -->\n\n## How to *pay*\n\nBy card.\n\n### Later\n\nBy invoice.\n\n## End\n\nThat is all.\n';

/** Code that writes the file for the searches, by language. */
const written = {
  python: `path = params["dir"] + "/deep/guide.md"\nreporter.files.write(path, ${JSON.stringify(GUIDE)})\n`,
  typescript: `const path = params.dir + "/deep/guide.md";\nawait reporter.files.write(path, ${JSON.stringify(GUIDE)});\n`,
};

export const READING: Group<ServedBehaviour> = {
  title: 'Reading and searching files',
  behaviours: {
    'files.read-bytes': {
      says: 'any file can be read as bytes',
      python:
        'path = params["dir"] + "/b"\nfound = []\nfor content in ("é\\r\\n", bytes([255, 0])):\n    reporter.files.write(path, content)\n    found.append(list(reporter.files.read_bytes(path)))\nreturn found',
      typescript:
        'const path = params.dir + "/b", found: any[] = [];\nfor (const content of ["é\\r\\n", Uint8Array.from([255, 0])]) {\n  await reporter.files.write(path, content);\n  found.push([...await reporter.files.readBytes(path)]);\n}\nreturn found;',
      result: [
        [195, 169, 13, 10],
        [255, 0],
      ],
    },
    'files.read-lines': {
      says: 'lines are read with their line endings, up to the last line of the file',
      python:
        'path = params["dir"] + "/l"\nreporter.files.write(path, "a\\r\\nb\\n\\nd")\nread = reporter.files.read_lines\nreturn [read(path), read(path, 2), read(path, 2, 3), read(path, 4, 99), read(path, 1, 1)]',
      typescript:
        'const path = params.dir + "/l"; await reporter.files.write(path, "a\\r\\nb\\n\\nd");\nconst { readLines: read } = reporter.files;\nreturn [await read(path), await read(path, 2), await read(path, 2, 3), await read(path, 4, 99), await read(path, 1, 1)];',
      result: ['a\r\nb\n\nd', 'b\n\nd', 'b\n\n', 'd', 'a\r\n'],
    },
    'files.read-section': {
      says: 'a section is read by its heading or its anchor',
      python: `${written.python}return [reporter.files.read_section(path, name) for name in ("How to pay", "later", "#end")]`,
      typescript: `${written.typescript}return Promise.all(["How to pay", "later", "#end"].map((name) => reporter.files.readSection(path, name)));`,
      result: [
        '## How to *pay*\n\nBy card.\n\n### Later\n\nBy invoice.\n\n',
        '### Later\n\nBy invoice.\n\n',
        '## End\n\nThat is all.\n',
      ],
    },
    'files.outline': {
      says: 'an outline lists the headings of a Markdown file',
      python: `${written.python}return [reporter.files.outline(path)[1], len(reporter.files.outline(path))]`,
      typescript: `${written.typescript}const outline = await reporter.files.outline(path); return [outline[1], outline.length];`,
      result: [
        {
          level: 2,
          title: 'How to pay',
          anchor: 'how-to-pay',
          parent: 0,
          first_line: 8,
          last_line: 15,
          place: { kind: 'page', number: 2 },
        },
        4,
      ],
    },
    'files.glob': {
      says: 'a glob pattern finds files and directories by their paths',
      python: `${written.python}reporter.files.write(params["dir"] + "/a.txt", "")\nreturn [[entry["name"] for entry in reporter.files.glob(pattern, path=params["dir"])] for pattern in ("**/*.md", "*", "{a,b}.txt", "x")]`,
      typescript: `${written.typescript}await reporter.files.write(params.dir + "/a.txt", "");\nconst names = async (pattern: string) => (await reporter.files.glob(pattern, { path: params.dir })).map(({ name }: any) => name);\nreturn [await names("**/*.md"), await names("*"), await names("{a,b}.txt"), await names("x")];`,
      result: [['guide.md'], ['a.txt', 'deep'], ['a.txt'], []],
    },
    'files.search': {
      says: 'a search finds a file just written, with heading, line and page',
      python: `${written.python}found = reporter.files.search('"by invoice" -card', path=params["dir"])\nreturn [[one["heading"], one["anchor"], one["line"], one["place"], one["snippet"], one["highlights"]] for one in found]`,
      typescript: `${written.typescript}const found = await reporter.files.search('"by invoice" -card', { path: params.dir });\nreturn found.map((one: any) => [one.heading, one.anchor, one.line, one.place, one.snippet, one.highlights]);`,
      result: [
        [
          ['Guide', 'How to pay', 'Later'],
          'later',
          14,
          { kind: 'page', number: 2 },
          '### Later By invoice.',
          [[10, 20]],
        ],
      ],
    },
    'files.search-nothing': {
      says: 'a search without matches returns an empty list',
      python: 'return reporter.files.search("nowhere", path=params["dir"], limit=1)',
      typescript: 'return await reporter.files.search("nowhere", { path: params.dir, limit: 1 });',
      result: [],
    },
    'files.search-without-words': refused(
      'a query that only excludes words is refused with `validation_failed`',
      'validation_failed',
      {
        python: 'reporter.files.search("-only")',
        typescript: 'await reporter.files.search("-only");',
      },
    ),
    'files.glob-none': refused(
      'an invalid glob pattern is refused with `validation_failed`',
      'validation_failed',
      {
        python: 'reporter.files.glob("[a")',
        typescript: 'await reporter.files.glob("[a");',
      },
    ),
    'files.lines-reversed': refused(
      'a last line before the first is refused with `validation_failed`',
      'validation_failed',
      {
        python: 'reporter.files.read_lines("/a", 3, 2)',
        typescript: 'await reporter.files.readLines("/a", 3, 2);',
      },
    ),
    'files.lines-beyond': refused(
      'a first line beyond the end of the file is refused with `range_not_satisfiable`',
      'range_not_satisfiable',
      {
        python:
          'path = params["dir"] + "/l"; reporter.files.write(path, "a"); reporter.files.read_lines(path, 2)',
        typescript:
          'const path = params.dir + "/l"; await reporter.files.write(path, "a"); await reporter.files.readLines(path, 2);',
      },
    ),
    'files.lines-of-bytes': refused(
      'reading lines of a file that is not text is refused with `validation_failed`',
      'validation_failed',
      {
        python:
          'path = params["dir"] + "/b"; reporter.files.write(path, bytes([255])); reporter.files.read_lines(path)',
        typescript:
          'const path = params.dir + "/b"; await reporter.files.write(path, Uint8Array.of(255)); await reporter.files.readLines(path);',
      },
    ),
    'files.section-unknown': refused(
      'an unknown heading is refused with `not_found`',
      'not_found',
      {
        python:
          'path = params["dir"] + "/a.md"; reporter.files.write(path, "# A"); reporter.files.read_section(path, "B")',
        typescript:
          'const path = params.dir + "/a.md"; await reporter.files.write(path, "# A"); await reporter.files.readSection(path, "B");',
      },
    ),
  },
};
