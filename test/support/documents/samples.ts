// Small documents of each format, with the Markdown that they become, for tests of conversion, uploads and search.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../fixtures/documents');

export interface Sample {
  /** File name with the extension of the format. */
  name: string;
  bytes: Buffer;
  /** The whole Markdown, with links to media under `<name>.media/`. */
  markdown: string;
  /** Names of the media files that the Markdown links to, each once. */
  media: string[];
}

/** The formats that are converted, including Office files with macros. */
const FORMATS =
  'docx docm pptx xlsx xlsm xlsb xls ods odt odp doc ppt rtf epub pdf html csv tsv eml msg ipynb json xml txt rst fb2 zip';

/** Language and content of source files, by extension. */
const CODE: Readonly<Record<string, readonly [string, string]>> = {
  py: ['python', '# a comment\nprint("*x*")'],
  js: ['js', 'let x = 1;'],
  ts: ['ts', 'let x: number = 1;'],
  sh: ['sh', '# a comment\necho $1'],
  sql: ['sql', 'select * from fees;'],
  yaml: ['yaml', '# a comment\nfee:\n  - 10'],
  yml: ['yaml', 'fee: 10'],
  toml: ['toml', '[fees]\nrent = 10'],
  ini: ['ini', '[fees]\nrent=10'],
  jsonl: ['json', '{"fee":1}\n{"fee":2}'],
  ndjson: ['json', '{"fee":1}\n{"fee":2}'],
  css: ['css', 'p { margin: 0 }'],
  tex: ['tex', '\\section{Fees} % a comment'],
  log: ['', '10:00 started\n10:01 *ended*'],
  ics: ['', 'BEGIN:VCALENDAR\nSUMMARY:Fees\nEND:VCALENDAR'],
  vcf: ['', 'BEGIN:VCARD\nFN:Ada\nEND:VCARD'],
  vtt: ['', 'WEBVTT\n\n00:01.000 --> 00:02.000\nFees'],
  srt: ['', '1\n00:00:01,000 --> 00:00:02,000\nFees'],
  svg: ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><text>Fees</text></svg>'],
};

/** Returns a document from `test/fixtures/documents`. */
export function storedDocument(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

function storedSample(ending: string): Sample {
  const name = `a.${ending}`;
  const markdown = storedDocument(`${name}.md`).toString();
  const media = [...markdown.matchAll(/\]\(a\.\w+\.media\/([^)]+)\)/g)].map(([, one = '']) => one);
  return { name, bytes: storedDocument(name), markdown, media };
}

export const SAMPLES: readonly Sample[] = [
  ...FORMATS.split(' ').map(storedSample),
  ...Object.entries(CODE).map(([ending, [language, text]]) => ({
    name: `a.${ending}`,
    bytes: Buffer.from(text),
    markdown: `\`\`\`${language}\n${text}\n\`\`\`\n`,
    media: [],
  })),
];

export function requireSample(ending: string): Sample {
  const sample = SAMPLES.find(({ name }) => name === `a.${ending}`);
  if (sample === undefined) throw new Error(`there is no sample of ${ending}`);
  return sample;
}
