const LINE = (n: number): string =>
  `const f${n} = (a, b) => a + b + ${n} + '${'some text of a table '.repeat(40)}'.length;\n`;
const SOURCES = { 'src/main.ts': 'export default function run({ fail }: { fail?: boolean }) {}\n' };

/** Returns a bundle of about `bytes` of code, whose `run` is the line after it and has the author's file `src/main.ts`. */
export function largeBundle(bytes: number, result = 'large'): string {
  const before: string[] = [];
  for (let length = 0, n = 0; length < bytes; n += 1) {
    const line = LINE(n);
    before.push(line);
    length += line.length;
  }
  const run = `export default function run(params) { if (params.fail) throw new RangeError('asked to'); return '${result}' + (f1(1, 2) - 840); }\n`;
  const map = {
    version: 3,
    sources: Object.keys(SOURCES),
    sourcesContent: Object.values(SOURCES),
    x_entry: 'src/main.ts',
    names: [],
    // One line for each line of the code; that of `run` is line 1 of the author's file.
    mappings: `;${';'.repeat(before.length)}AAAA`,
  };
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `// metarun bundle {}\n${before.join('')}${run}//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}
