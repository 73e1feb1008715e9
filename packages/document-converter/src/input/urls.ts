const SCHEME = /^([A-Za-z][A-Za-z\d+.-]*):/;
/** Schemes of links that are kept. Links with others, such as `javascript:`, `file:` and `data:`, become text. */
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

/** Returns the URL for Markdown; undefined if links to it are not kept. */
export function safeUrl(url: string): string | undefined {
  const trimmed = url.trim();
  // Browsers ignore control characters in a scheme: `java\tscript:`.
  const scheme = SCHEME.exec(trimmed.replaceAll(CONTROL, ''))?.[1]?.toLowerCase();
  if (trimmed === '' || trimmed.startsWith('\\\\') || /^\/{3,}/.test(trimmed)) return undefined;
  if (scheme === undefined || KEPT.has(scheme)) return trimmed;
  return undefined;
}
