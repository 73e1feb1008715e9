import { Losses, quoted } from '../input/losses.js';
import { rewriteXml } from '../input/rewrite-xml.js';
import { descendants, parseXml, xmlText } from '../input/xml.js';
import { type Note, paragraph, text } from '../tree.js';
import { OdfRewriter } from './odf-text.js';
import { odfStyles } from './odf-styles.js';

/** Returns the parts of a text or presentation with what its engine does not read written as text that it does, and its remarks. */
export function prepareOpenDocument(
  parts: Map<string, Buffer>,
  warnings: string[],
): { parts: Map<string, Buffer>; notes: Note[] } {
  const content = parts.get('content.xml')?.toString('utf8');
  if (content === undefined) return { parts, notes: [] };
  const losses = new Losses();
  const styles = odfStyles([parts.get('styles.xml')?.toString('utf8') ?? '', content]);
  const rewriter = new OdfRewriter({
    styles,
    losses,
    object: (path) => parts.get(`${path}/content.xml`)?.toString('utf8'),
  });
  const ready = rewriteXml(content, rewriter);
  reportRunning(parts.get('styles.xml')?.toString('utf8') ?? '', losses);
  reportMasters(parts.get('styles.xml')?.toString('utf8') ?? '', content, losses);
  losses.report(warnings);
  return {
    parts: new Map(parts).set('content.xml', Buffer.from(ready, 'utf8')),
    notes: rewriter.remarks.flatMap((xml, index) => remark(xml, `remark-${index + 1}`)),
  };
}

function remark(xml: string, id: string): Note[] {
  const root = parseXml(xml);
  if (root === undefined) return [];
  const author = xmlText(descendants(root, 'creator')[0]);
  const [first = '', ...rest] = descendants(root, 'p').map(xmlText);
  const by = author === '' ? 'Comment:' : `Comment by ${author}:`;
  return [
    {
      id,
      blocks: [
        paragraph(text(by, { bold: true }), ` ${first}`),
        ...rest.map((each) => paragraph(each)),
      ],
    },
  ];
}

/** Headers and footers of texts are in the styles of their pages. */
function reportRunning(styles: string, losses: Losses): void {
  for (const [, name, inner = ''] of styles.matchAll(
    /<style:(header|footer)(?:-left|-first)?>([^]*?)<\/style:\1/g,
  )) {
    const value = inner.replaceAll(/<[^<>]*>/g, ' ').trim();
    const kind = name === 'header' ? 'Headers' : 'Footers';
    if (value !== '') losses.add(`${kind} of pages were left out`, () => quoted(value));
  }
}

/** Reports what a presentation shows on all its slides: it is in their masters, and footers are declared before the slides. */
function reportMasters(styles: string, content: string, losses: Losses): void {
  for (const [, , inner = ''] of content.matchAll(
    /<presentation:(footer|header)-decl[^<>]*>([^<]*)</g,
  ))
    if (inner.trim() !== '')
      losses.add('Headers and footers of slides were left out', () => quoted(inner));
  for (const [, master = ''] of styles.matchAll(
    /<style:master-page[\s>]([^]*?)<\/style:master-page>/g,
  )) {
    const own = master.replaceAll(
      /<(presentation:notes|style:(?:header|footer)(?:-left|-first)?)[\s>][^]*?<\/\1>|<draw:frame[^<>]*\spresentation:class=[^]*?<\/draw:frame>/g,
      '',
    );
    for (const [, text = ''] of own.matchAll(/<text:p(?:\s[^<>]*[^/<>])?>([^]*?)<\/text:p>/g)) {
      const value = text.replaceAll(/<[^<>]*>/g, '');
      if (value.trim() !== '')
        losses.add('Text of slide masters was left out', () => quoted(value));
    }
  }
}
