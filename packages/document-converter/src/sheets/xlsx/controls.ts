// Controls above the cells of a sheet, from their legacy form: buttons, check boxes, labels.
import { child, descendants, xmlText } from '../../input/xml.js';
import { type Inline, text } from '../../tree.js';
import { type BookPackage } from '../package.js';
import { type Sheet, type Spot } from '../sheet.js';

/** Adds the texts of controls; the same part also contains the boxes of comments. */
export function addControls(book: BookPackage, path: string, sheet: Sheet): void {
  const root = book.tree(path);
  for (const data of root === undefined ? [] : descendants(root, 'ClientData')) {
    const shape = data.parent;
    if (data.attribs['ObjectType'] === 'Note' || shape === null || !('attribs' in shape)) continue;
    const lines = descendants(shape, 'textbox')
      .flatMap((box) => box.children.map(xmlText))
      .filter((line) => line !== '');
    const checked = child(data, 'Checked');
    const isBox = data.attribs['ObjectType'] === 'Checkbox';
    const mark = isBox ? (xmlText(checked) === '1' ? '☒ ' : '☐ ') : '';
    const content = lines.flatMap((line, at): Inline[] =>
      at === 0 ? [text(mark + line)] : [{ kind: 'break' }, text(line)],
    );
    if (content.length > 0)
      sheet.beside(parseAnchor(xmlText(child(data, 'Anchor'))), 'Control', content);
  }
}

/** Returns the cell of an anchor: its column, an offset, its row. */
function parseAnchor(anchor: string): Spot {
  const [x = 0, , y = 0] = anchor.split(',').map((each) => Number(each) || 0);
  return { x, y };
}
