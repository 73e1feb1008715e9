/** Endings of texts that are shown as they are, with the language that a reader may colour them by; empty where there is none. */
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

/** Names without an ending that projects give to texts for people. */
const WHOLE_NAMES =
  /(?:^|[/\\])(?:readme|license|licence|copying|notice|authors|contributors|contributing|changelog|changes|history|todo|install|makefile|dockerfile)$/i;

/** Returns whether a file with this name is a text, and its name has no ending to say so. */
export function isTextName(name: string): boolean {
  return WHOLE_NAMES.test(name);
}
