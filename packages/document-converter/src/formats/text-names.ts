/** Languages for syntax highlighting by the ending of program text that is kept unchanged; empty for none. */
export const TEXT_LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'js',
  ts: 'ts',
  sh: 'sh',
  sql: 'sql',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  ini: 'ini',
  jsonl: 'json',
  ndjson: 'json',
  css: 'css',
  tex: 'tex',
  log: '',
  ics: '',
  vcf: '',
  vtt: '',
  srt: '',
  svg: 'svg',
};

/** Names without an ending that are common for texts in projects. */
const WHOLE_NAMES =
  /(?:^|[/\\])(?:readme|license|licence|copying|notice|authors|contributors|contributing|changelog|changes|history|todo|install|makefile|dockerfile)$/i;

/** Returns whether a name without an ending is that of a text file. */
export function isTextName(name: string): boolean {
  return WHOLE_NAMES.test(name);
}
