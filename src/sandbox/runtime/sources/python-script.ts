/**
 * Marks the start of the part of a script that holds its further files, which consists of comments only. The guest uses
 * the same marks.
 */
const HEAD = '#|metarun-files';
const FILE = '#|file ';
const LINE = '#|>';

/** A Python script with its further files by path relative to its folder, such as `lib/dates.py`. */
export interface PythonScript {
  source: string;
  files: ReadonlyMap<string, string>;
}

/**
 * Returns one text for a script and its files. The lines of the script keep their numbers; the lines of the files end
 * in LF.
 */
export function joinPython({ source, files }: PythonScript): string {
  if (files.size === 0) return source;
  const parts = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, text]) => [FILE + path, ...splitLines(text).map((line) => LINE + line)]);
  const end = source === '' || source.endsWith('\n') ? '' : '\n';
  return `${source}${end}${[HEAD, ...parts].join('\n')}\n`;
}

/** Returns the parts of a text made by {@link joinPython}; any other text is a script without further files. */
export function splitPython(text: string): PythonScript {
  const lines = text.split('\n');
  const head = lines.indexOf(HEAD);
  if (head === -1) return { source: text, files: new Map() };
  const files = new Map<string, string>();
  let path: string | null = null;
  for (const line of lines.slice(head + 1)) {
    if (line.startsWith(FILE)) {
      path = line.slice(FILE.length);
      files.set(path, '');
    } else if (line.startsWith(LINE) && path !== null)
      files.set(path, `${files.get(path) ?? ''}${line.slice(LINE.length)}\n`);
  }
  return { source: `${lines.slice(0, head).join('\n')}\n`, files };
}

/**
 * Returns the file and line that correspond to a line of the whole text; `file` is null for the script itself. Lines
 * count from 1.
 */
export function placeInPython(text: string, line: number): { file: string | null; line: number } {
  const lines = text.split('\n');
  const head = lines.indexOf(HEAD);
  if (head === -1 || line <= head) return { file: null, line };
  const own = lines.slice(0, line - 1).findLastIndex((each) => each.startsWith(FILE));
  const name = own === -1 ? null : (lines[own] ?? '').slice(FILE.length);
  return { file: name, line: Math.max(1, line - own - 1) };
}

function splitLines(text: string): string[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** An import, with the names that it takes from a module, as far as the text shows it. */
const IMPORT =
  /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n#;]*)|import[ \t]+([^\n#;]*))/gmu;

/**
 * Returns the modules that a text at the path `file` may import, including names that turn out not to be modules or to
 * be part of a string. Relative imports are made absolute.
 */
export function importedModules(text: string, file: string): Set<string> {
  const found = new Set<string>();
  const plain = text.replaceAll(/\\\r?\n/g, ' ').replaceAll(/;[ \t]*(?=(?:from|import)\b)/g, '\n');
  for (const [, from, names, plainNames] of plain.matchAll(IMPORT)) {
    const base = from === undefined ? null : absolute(from, file);
    if (base !== null) found.add(base);
    const taken = (names ?? plainNames ?? '').replaceAll(/#[^\n]*|[()]/g, '');
    for (const part of taken.split(',')) {
      const [name = ''] = part.trim().split(/\s/);
      if (name !== '' && name !== '*')
        found.add(base === null ? name : `${base}.${name}`.replace(/^\./, ''));
    }
  }
  found.delete('');
  return found;
}

function absolute(from: string, file: string): string {
  const points = /^\.*/.exec(from)?.[0].length ?? 0;
  if (points === 0) return from;
  const folders = file.split('/').slice(0, -points);
  const rest = from.slice(points);
  return [...folders, ...(rest === '' ? [] : [rest])].join('.');
}
