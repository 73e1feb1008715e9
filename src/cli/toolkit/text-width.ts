import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** Returns `text` in at most `width` columns of a terminal, where a Chinese character or an emoji takes two. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept}…`;
}

/** Returns `text` with blanks behind it up to `width` columns, cut where it is wider. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + ' '.repeat(Math.max(0, width - stringWidth(shown)));
}
