/** Inline code, escapes, links, images, autolinks, tags and character references. */
const INLINE =
  /(`+)(?!`)(.*?[^`])\1(?!`)|\\([!-/:-@[-`{-~])|!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])|<([a-z][a-z0-9+.-]+:[^<> ]*)>|<\/?[a-z][^<>]*>|&(amp|lt|gt|quot|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi;
const EMPHASIS =
  /(\*{1,3}|~~)(?=\S)([^*~]*[^\s*~])\1|(?<![\p{L}\p{N}])(_{1,3})(?=\S)([^_]*[^\s_])\3(?![\p{L}\p{N}])/gu;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

/** Returns the plain text of a heading's Markdown. */
export function headingText(source: string): string {
  // Placeholders in the private use area protect text that must not be processed again.
  const kept: string[] = [];
  const keep = (text: string): string => `\uE000${kept.push(text) - 1}\uE001`;
  const plain = source
    .replace(/[\uE000\uE001]/g, '')
    .replace(
      INLINE,
      (
        _whole,
        _ticks,
        code?: string,
        escaped?: string,
        link?: string,
        url?: string,
        reference?: string,
      ) => {
        if (code !== undefined) return keep(/^ .*\S.* $/.test(code) ? code.slice(1, -1) : code);
        if (escaped !== undefined) return keep(escaped);
        if (link !== undefined) return link;
        if (url !== undefined) return keep(url);
        return reference === undefined ? '' : keep(referenced(reference.toLowerCase()));
      },
    );
  return unemphasised(plain)
    .replace(/\uE000(\d+)\uE001/g, (_, index) => kept[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

function unemphasised(text: string): string {
  const once = text.replace(EMPHASIS, (_, _star, starred?: string, _line?, underlined?: string) => {
    return starred ?? underlined ?? '';
  });
  return once === text ? text : unemphasised(once);
}

function referenced(name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? '';
  const code = name.startsWith('#x')
    ? Number.parseInt(name.slice(2), 16)
    : Number.parseInt(name.slice(1), 10);
  const valid = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return valid ? String.fromCodePoint(code) : '\uFFFD';
}
