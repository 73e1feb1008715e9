const SCHEME = /^([A-Za-z][A-Za-z\d+.-]*):/;
/** What a link may lead to. Everything else, `javascript:`, `file:`, `data:` and the like, loses its link and keeps its text. */
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

/** The URL as it may stand in Markdown, or undefined where a link to it is not kept. */
export function safeUrl(url: string): string | undefined {
  const trimmed = url.trim();
  // Browsers skip control characters in a scheme: `java\tscript:`.
  const scheme = SCHEME.exec(trimmed.replaceAll(CONTROL, ''))?.[1]?.toLowerCase();
  if (trimmed === '' || trimmed.startsWith('\\\\') || /^\/{3,}/.test(trimmed)) return undefined;
  if (scheme === undefined || KEPT.has(scheme)) return trimmed;
  return undefined;
}
