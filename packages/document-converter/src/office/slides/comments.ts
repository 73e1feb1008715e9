// Comments on slides, in the old and the new format of PowerPoint.
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, type Inline, paragraph, text } from '../../tree.js';
import { drawingLines } from '../drawing/paragraphs.js';
import { type DocumentParts } from '../parts.js';

/** Returns the names of comment authors by id. */
export function commentAuthors(
  parts: DocumentParts,
  main: string | undefined,
): ReadonlyMap<string, string> {
  if (main === undefined) return new Map();
  const paths = [...parts.linked(main, 'commentAuthors'), ...parts.linked(main, 'authors')];
  return new Map(
    paths
      .flatMap((path) => parts.nodes(path)?.elements ?? [])
      .map((author) => [author.attribute('id') ?? '', (author.attribute('name') ?? '').trim()]),
  );
}

/** Returns the comments on a slide and their replies as quotes. */
export function readComments(
  parts: DocumentParts,
  slide: string,
  authors: ReadonlyMap<string, string>,
): Block[] {
  return parts.linked(slide, 'comments').flatMap((path) => {
    const context = { losses: parts.losses, links: parts.links(path) };
    const buildQuote = (node: XmlNode, kind: string): Block[] => {
      const author = authors.get(node.attribute('authorId') ?? '') ?? '';
      const label = author === '' ? `${kind}:` : `${kind} by ${author}:`;
      parts.losses.words.own(label);
      const by = text(label, { bold: true });
      const plain = node.child('text')?.text.trim() ?? '';
      const body = node.child('txBody');
      const lines: Inline[][] = body === undefined ? [[text(plain)]] : drawingLines(body, context);
      const [first = [], ...rest] = lines;
      return [
        paragraph(by, ' ', ...first),
        ...rest.map((content): Block => ({ kind: 'paragraph', content })),
      ];
    };
    return (parts.nodes(path)?.elements ?? [])
      .filter(({ name }) => name === 'cm')
      .map((comment): Block => ({
        kind: 'quote',
        blocks: [
          ...buildQuote(comment, 'Comment'),
          ...comment.descendants('reply').flatMap((reply) => buildQuote(reply, 'Reply')),
        ],
      }));
  });
}
