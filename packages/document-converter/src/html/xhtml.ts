// XHTML, in which any element may be self-closing: an HTML parser would take the rest of the page for its content.

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** Number of characters within which XHTML is recognised. */
const HEAD = 4096;

/** Returns whether a page is declared as XML or has the XHTML namespace. */
export function isXhtml(page: string): boolean {
  const head = page.slice(0, HEAD);
  return (
    /^\s*<\?xml\s/.test(head) ||
    /<(?:[\w-]+:)?html\s[^<>]*http:\/\/www\.w3\.org\/1999\/xhtml/i.test(head)
  );
}

/** Rewrites XHTML for an HTML parser, which supports neither `<title/>` nor processing instructions. */
export function asHtml(xhtml: string): string {
  return xhtml
    .replaceAll(/<\?[^<>]*\?>/g, '')
    .replaceAll(/<!\[CDATA\[((?:(?!\]\]>)[^])*)(?:\]\]>|$)/g, (_, text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    )
    .replaceAll(/<([A-Za-z][\w:-]*)((?:\s[^<>]*)?)\/>/g, (tag, name: string, rest: string) =>
      VOID.has(name.toLowerCase()) ? tag : `<${name}${rest}></${name}>`,
    );
}
