export type PreviewKind = 'markdown' | 'csv' | 'json' | 'image' | 'text' | 'none';

/** Pictures that browsers show without carrying anything out: an SVG in an `<img>` has no scripts. */
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
/** Types that are no text although nothing is read of them. */
const OTHERS =
  /^(?:audio|font|image|model|video)\/|zip|tar|pdf|msword|officedocument|ms-excel|ms-powerpoint|opendocument/;

/**
 * Returns how a file is shown, by its name and type. What is a text by neither may be one by its content: the one who reads it
 * finds out.
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
