export type PreviewKind = 'markdown' | 'csv' | 'json' | 'image' | 'text' | 'none';

/** MIME types shown as images. Browsers do not run the scripts of an SVG in an `<img>`. */
const IMAGES = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
]);
/** MIME types that are known not to be text. */
const OTHERS =
  /^(?:audio|font|image|model|video)\/|zip|tar|pdf|msword|officedocument|ms-excel|ms-powerpoint|opendocument/;

/**
 * Returns how to preview a file, by its name and type. Files of unknown type are shown as text, unless their content
 * turns out to be binary.
 */
export function previewKind(name: string, mimeType: string | null): PreviewKind {
  const ending = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';
  const type = (mimeType ?? '').split(';')[0] ?? '';
  if (ending === 'md' || ending === 'markdown') return 'markdown';
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  if (ending === 'json' || ending === 'ipynb') return 'json';
  if (IMAGES.has(type)) return 'image';
  return OTHERS.test(type) ? 'none' : 'text';
}
