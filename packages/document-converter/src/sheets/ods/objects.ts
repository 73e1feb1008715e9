import { type MediaStore } from '../../input/media.js';
import { child, descendants, textsIn, xmlText } from '../../input/xml.js';
import { quoted } from '../../input/losses.js';
import { type Inline, text } from '../../tree.js';
import { type BookPackage } from '../package.js';
import { type Sheet, type Spot, spotName } from '../sheet.js';

/** A frame above the cells of a sheet. */
export interface FrameAt {
  spot: Spot;
  /** Title and description of the object. */
  alts: string[];
  /** Paths of the parts with the picture and the object. */
  picture: string;
  object: string;
  said: string[];
}

/** Adds pictures, charts and texts of frames to their sheet. */
export function addObjects(
  parts: BookPackage,
  sheet: Sheet,
  frames: readonly FrameAt[],
  media: MediaStore,
): void {
  for (const { spot, alts, picture, object, said } of frames) {
    const alt = alts.join(': ');
    const chart = object === '' ? undefined : readChart(parts, object);
    if (chart !== undefined) {
      const own: Inline[] = chart.length === 0 || alt === '' ? [] : [{ kind: 'break' }];
      sheet.beside(spot, 'Chart', [...chart, ...own, ...(alt === '' ? [] : [text(alt)])]);
      continue;
    }
    if (object !== '')
      parts.losses.add('Embedded documents were left out', () => quoted(partName(object)));
    const path = partName(picture);
    const bytes = picture === '' || object !== '' ? undefined : parts.bytes(path);
    const url = bytes === undefined ? undefined : media.add(path, '', bytes);
    if (url !== undefined) sheet.beside(spot, 'Picture', [{ kind: 'image', alt, url }]);
    else if (picture !== '' && object === '')
      parts.losses.add(
        'Pictures that are not in the document were left out',
        () => `${spotName(spot)} of ${quoted(sheet.name)}`,
      );
    const written = said.filter((line) => line.trim() !== '');
    const lines = alt === '' || url !== undefined ? written : [alt, ...written];
    if (lines.length > 0)
      sheet.beside(
        spot,
        'Text',
        lines.flatMap((line, at): Inline[] =>
          at === 0 ? [text(line)] : [{ kind: 'break' }, text(line)],
        ),
      );
  }
}

function partName(reference: string): string {
  return reference.replace(/^\.?\//, '').replace(/\/$/, '');
}

/** Returns the text of a chart; undefined if the object is not a chart. */
function readChart(parts: BookPackage, object: string): Inline[] | undefined {
  const root = parts.tree(`${partName(object)}/content.xml`);
  const chart =
    root === undefined
      ? undefined
      : descendants(root, 'chart').find((each) => each.name === 'chart:chart');
  if (chart === undefined) return undefined;
  parts.once(`${partName(object)}/content.xml`, descendants(chart, 'title').flatMap(textsIn));
  const readTitles = (name: string) =>
    descendants(chart, name).map((each) => xmlText(descendants(each, 'p')[0]));
  const own = child(chart, 'title');
  const axes = descendants(chart, 'axis')
    .map((each) => xmlText(child(each, 'title')))
    .filter((each) => each !== '');
  const series = descendants(chart, 'series').map(({ attribs }) =>
    [attribs['chart:label-cell-address'], attribs['chart:values-cell-range-address']]
      .map((each) => (each ?? '').replaceAll('$', ''))
      .filter((each) => each !== '')
      .join(', '),
  );
  const lines = [
    ...(own === undefined ? [] : [xmlText(own)]),
    ...readTitles('subtitle'),
    ...(axes.length === 0 ? [] : [`Axes: ${axes.join(', ')}`]),
    ...series.map((each) => `Series: ${each}`),
  ].filter((line) => line !== '');
  return lines.flatMap((line, at): Inline[] =>
    at === 0 ? [text(line)] : [{ kind: 'break' }, text(line)],
  );
}
