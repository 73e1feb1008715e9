const SCHEME = /^([A-Za-z][A-Za-z\d+.-]*):/;
/** Allowed targets of links. All others, `javascript:`, `file:`, `data:` and the like, lose their link and keep their text. */
const KEPT = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'ftp',
  'ftps',
  'sftp',
  'sip',
  'urn',
  'doi',
]);
const CONTROL = /[\s\p{Cc}]+/gu;

/** Returns the URL for Markdown; undefined if a link to it is not kept. */
export function safeUrl(url: string): string | undefined {
  const trimmed = url.trim();
  // Browsers skip control characters in a scheme: `java\tscript:`.
  const scheme = SCHEME.exec(trimmed.replaceAll(CONTROL, ''))?.[1]?.toLowerCase();
  if (trimmed === '' || trimmed.startsWith('\\\\') || /^\/{3,}/.test(trimmed)) return undefined;
  if (scheme === undefined || KEPT.has(scheme)) return trimmed;
  return undefined;
}
