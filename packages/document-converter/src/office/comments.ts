import { childElements, descendants, localName, parseXml } from '../input/xml.js';
import { readMarks } from './marks.js';
import { type Note, paragraph, text } from '../tree.js';

/** Returns comments of reviewers of a Word document, by the ids that `prepareDocx` leaves. */
export function docxComments(bytes: Buffer | undefined): Note[] {
  const root = bytes === undefined ? undefined : parseXml(bytes.toString('utf8'));
  if (root === undefined) return [];
  return childElements(root)
    .filter((each) => localName(each) === 'comment')
    .map((comment): Note => {
      const author = comment.attribs['w:author'] ?? '';
      const [first = '', ...rest] = descendants(comment, 'p').map((each) =>
        descendants(each, 't')
          .map(({ children }) => children.map((node) => ('data' in node ? node.data : '')).join(''))
          .join('')
          .trim(),
      );
      const by = author === '' ? 'Comment:' : `Comment by ${author}:`;
      return {
        id: `comment-${comment.attribs['w:id'] ?? ''}`,
        blocks: [
          paragraph(text(by, { bold: true }), ' ', ...readMarks(first, {})),
          ...rest.map((each) => paragraph(...readMarks(each, {}))),
        ],
      };
    });
}
