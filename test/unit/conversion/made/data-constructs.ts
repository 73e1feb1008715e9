// Builds CSV files of RFC 4180, JSON of RFC 8259, and notebooks with the outputs of nbformat 3 and 4.
import { type Construction } from './constructs.js';

const DELIMITERS = [',', ';', '\t', '|'];
const ENDS = ['\r\n', '\n', '\r'];

export function makeTableConstructs(made: Construction): Buffer {
  const { random } = made;
  const delimiter = random.pick(DELIMITERS);
  const end = random.pick(ENDS);
  const columns = 2 + random.below(4);
  const cell = () =>
    random.pick([
      () => made.word(),
      () => made.word(),
      () => '',
      () => `"${made.word()}"`,
      () => `"${made.word()}${delimiter}${made.word()}"`,
      () => `"${made.word()} ""${made.word()}"""`,
      () => `"${made.word()}${end}${made.word()}"`,
      () => `${made.word()} "${made.word()}"`,
    ])();
  const rows = Array.from({ length: 3 + random.below(20) }, () =>
    Array.from({ length: columns }, cell).join(delimiter),
  );
  // Add a quote that is not closed, and a row that is longer than the others.
  if (random.percent(30))
    rows.splice(random.below(rows.length), 0, `"${made.word()}${delimiter}${made.word()}`);
  if (random.percent(30))
    rows.push(Array.from({ length: columns + 2 }, () => made.word()).join(delimiter));
  const mark = random.percent(20) ? '\ufeff' : '';
  return Buffer.from(`${mark}${rows.join(end)}${random.percent(50) ? end : ''}`);
}

export function makeJsonConstructs(made: Construction): Buffer {
  const { random } = made;
  const string = () =>
    random.pick([
      () => JSON.stringify(made.word()),
      () => JSON.stringify(`${made.word()}"\\/\b\f\n\r\t ${made.word()}`),
      () => JSON.stringify(made.word()).replace('w', String.raw`\u0077`),
    ])();
  const value = (depth: number): string =>
    random.pick([
      string,
      () =>
        random.pick(['1', '-0', '1.50', '1e400', '12345678901234567890', 'true', 'false', 'null']),
      () => (depth <= 0 ? string() : array(depth)),
      () => (depth <= 0 ? string() : object(depth)),
    ])();
  const array = (depth: number) =>
    `[${Array.from({ length: random.below(4) }, () => value(depth - 1)).join(' , ')}]`;
  const object = (depth: number) => {
    // Two members with the same name.
    const name = random.percent(20) ? '"__proto__"' : '"a"';
    const members = Array.from(
      { length: random.below(4) },
      () => `${random.percent(20) ? name : string()}:${value(depth - 1)}`,
    );
    return `{${members.join(',\n')}}`;
  };
  return Buffer.from(`{"a": ${array(3)}, "b": ${object(4)}, ${string()}: ${value(2)}}`);
}

const MARKUP = ['markdown', 'raw', 'heading'];

export function makeNotebookConstructs(made: Construction): Buffer {
  const { random } = made;
  const isOld = random.percent(30);
  const lines = (...all: string[]) =>
    random.percent(50) ? all.join('\n') : all.map((line) => `${line}\n`);
  const picture = () => ({
    'image/png': Buffer.from(String(made.count('picture'))).toString('base64'),
  });
  const bundle = () =>
    random.pick<() => Record<string, unknown>>([
      () => ({ 'text/plain': lines(made.word(), made.word()) }),
      () => ({
        'text/plain': '<prompt.Object at 0x1>',
        'text/html': lines(`<b>${made.word()}</b>`, `<p>${made.word()}</p>`),
      }),
      () => {
        const both = made.word();
        return {
          'text/plain': `${both} ${made.word()}`,
          'text/html': `<table><tr><td>${both}<td>${made.word()}</table>`,
        };
      },
      () => ({ ...picture(), 'text/plain': '<Figure prompt 1 Axes>' }),
      () => ({ ...picture(), 'text/plain': made.word() }),
      () => ({ 'text/markdown': `*${made.word()}*` }),
      () => ({ 'text/latex': [`$${made.word()}$`], 'text/plain': '<prompt>' }),
      () => ({ 'application/json': { [made.word()]: [made.word()] } }),
      () => ({ 'application/vnd.jupyter.widget-view+json': {}, 'text/plain': made.word() }),
    ])();
  const oldNames = (data: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(data).map(([type, value]) => [
        type
          .replace('text/plain', 'text')
          .replace('image/', '')
          .replace(/^(?:text|application)\//, ''),
        value,
      ]),
    );
  const result = (kind: string) => ({
    output_type: kind,
    ...(isOld
      ? oldNames(
          random.pick([
            () => ({ 'text/plain': made.word() }),
            () => ({ 'text/html': `<p>${made.word()}` }),
            () => ({ 'text/latex': made.word() }),
          ])(),
        )
      : { data: bundle() }),
  });
  const output = () =>
    random.pick([
      () => ({
        output_type: 'stream',
        name: 'stdout',
        text: lines(`\u001b[31m${made.word()}\u001b[0m`, made.word()),
      }),
      () => result('display_data'),
      () => result(isOld ? 'pyout' : 'execute_result'),
      () => {
        const [name, value] = [made.word(), made.word()];
        const trace = random.percent(50)
          ? [`\u001b[0;31m${made.word()}`, `${name}: ${value}`]
          : [made.word()];
        return {
          output_type: isOld ? 'pyerr' : 'error',
          ename: name,
          evalue: value,
          traceback: random.percent(20) ? trace.slice(1).concat(trace[0] ?? '') : trace,
        };
      },
    ])();
  const cell = () =>
    random.percent(40)
      ? { cell_type: random.pick(MARKUP), level: 2, source: lines(made.word(), `*${made.word()}*`) }
      : {
          cell_type: 'code',
          [isOld ? 'input' : 'source']: lines(`${made.word()} = 1`),
          outputs: Array.from({ length: random.below(4) }, output),
        };
  const cells = Array.from({ length: 1 + random.below(5) }, cell);
  const metadata = { language_info: { name: 'python' }, title: 'prompt' };
  const sheets = [{ cells: cells.slice(0, 2) }, { cells: cells.slice(2) }];
  return Buffer.from(
    JSON.stringify(
      isOld ? { nbformat: 3, metadata, worksheets: sheets } : { nbformat: 4, metadata, cells },
    ),
  );
}
