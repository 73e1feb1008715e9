/**
 * Normalises text for comparison. Removes what differs between two good conversions of a document, such as escapes,
 * styles of quotation marks and dashes, list markers and white space.
 */
export function normalise(text) {
  return text
    .normalize('NFKC')
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(/<\/?(?:span|u|sup|sub|a|div|em|strong|b|i|p)\b[^>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~"'$&^=:])/g, '$1')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[‐‑–—]/g, '-')
    .replaceAll('…', '...')
    .replaceAll(/[\u00ad\u200b-\u200f\ufeff]/g, '')
    .replaceAll(/^(\s*)[*+](\s+)/gm, '$1-$2')
    .replaceAll(/^(\s*\d+)\)(\s)/gm, '$1.$2')
    .replaceAll(/__([^_\n]+)__/g, '**$1**')
    .replaceAll(/(?<![\w*])_([^_\n]+)_(?!\w)/g, '*$1*')
    .replaceAll(/[ \t]*\|[ \t]*/g, ' | ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
