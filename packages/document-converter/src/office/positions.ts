import { mark } from './marks.js';

/** The property of a run that is raised or lowered: of Word in words, of PowerPoint by a part of its size. */
const MOVED =
  /<w:vertAlign w:val="(?:(superscript)|subscript)"\s*\/>|<a:rPr[^<>]*\sbaseline="(?:(-)[1-9]|[1-9])\d*"/g;

/**
 * Marks the text of runs that are raised or lowered.
 * @param run the element of a run: `w:r` of Word, `a:r` of PowerPoint
 */
export function markPositions(xml: string, run: 'w:r' | 'a:r'): string {
  const end = `</${run}>`;
  let out = '';
  let done = 0;
  let searched = 0;
  for (const { 0: found, index, 1: raised, 2: lowered } of xml.matchAll(MOVED)) {
    const before = xml.slice(searched, index);
    const at = Math.max(before.lastIndexOf(`<${run}>`), before.lastIndexOf(`<${run} `));
    const from = searched + at;
    searched = index;
    if (at < 0 || from < done || before.includes(end, at)) continue;
    const to = xml.indexOf(end, index);
    if (to < 0) break;
    const isRaised = found.startsWith('<a:') ? lowered === undefined : raised !== undefined;
    out += xml.slice(done, from) + markText(xml.slice(from, to), isRaised ? 'sup' : 'sub');
    done = to;
  }
  return out + xml.slice(done);
}

function markText(run: string, kind: 'sup' | 'sub'): string {
  return run.replaceAll(
    /(<[wa]:t(?:\s[^<>]*)?>)([^<]*)(<\/[wa]:t>)/g,
    (whole, open: string, value: string, close: string) =>
      value.trim() === '' ? whole : `${open}${mark(kind, value)}${close}`,
  );
}
