import { mark } from './marks.js';

const RAISED = /<w:vertAlign w:val="superscript"\s*\/>|<a:rPr[^<>]*\sbaseline="[1-9]\d*"/;
const LOWERED = /<w:vertAlign w:val="subscript"\s*\/>|<a:rPr[^<>]*\sbaseline="-[1-9]\d*"/;

/**
 * Marks the text of runs that are raised or lowered.
 * @param run the element of a run: `w:r` of Word, `a:r` of PowerPoint
 */
export function markPositions(xml: string, run: 'w:r' | 'a:r'): string {
  if (!/vertAlign|baseline="/.test(xml)) return xml;
  const end = `</${run}>`;
  return xml
    .split(end)
    .map((piece) => {
      const at = Math.max(piece.lastIndexOf(`<${run}>`), piece.lastIndexOf(`<${run} `));
      if (at < 0) return piece;
      const inside = piece.slice(at);
      const kind = RAISED.test(inside) ? 'sup' : LOWERED.test(inside) ? 'sub' : undefined;
      if (kind === undefined) return piece;
      return piece.slice(0, at) + markText(inside, kind);
    })
    .join(end);
}

function markText(run: string, kind: 'sup' | 'sub'): string {
  return run.replaceAll(
    /(<[wa]:t(?:\s[^<>]*)?>)([^<]*)(<\/[wa]:t>)/g,
    (whole, open: string, value: string, close: string) =>
      value.trim() === '' ? whole : `${open}${mark(kind, value)}${close}`,
  );
}
