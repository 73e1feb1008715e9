import { childElements, descendants, localName, parseXml, xmlText } from '../input/xml.js';
import { type ZipArchive } from '../input/zip.js';
import { type Note, paragraph, text } from '../tree.js';

/** Returns comments of reviewers of a Word document, by the ids that `markDocx` leaves. */
export function docxComments(zip: ZipArchive): Note[] {
  const bytes = zip.read('word/comments.xml');
  const root = bytes === undefined ? undefined : parseXml(bytes.toString('utf8'));
  if (root === undefined) return [];
  return childElements(root)
    .filter((each) => localName(each) === 'comment')
    .map((comment): Note => {
      const author = comment.attribs['w:author'] ?? '';
      const [first = '', ...rest] = descendants(comment, 'p').map((each) =>
        descendants(each, 't').map(xmlText).join(''),
      );
      const by = author === '' ? 'Comment:' : `Comment by ${author}:`;
      return {
        id: `comment-${comment.attribs['w:id'] ?? ''}`,
        blocks: [
          paragraph(text(by, { bold: true }), ` ${first}`),
          ...rest.map((each) => paragraph(each)),
        ],
      };
    });
}
