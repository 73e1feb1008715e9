// Detects headings and their levels: a PDF without tags only has font sizes, styles and numbers.
import { segmentText } from './lines.js';
import { type Paragraph } from './paragraphs.js';
import { type Part } from './parts.js';

/** Ratio to the body font size from which text is a heading. */
const LARGER = 1.13;
const HEADING_LENGTH = 220;
const BOLD_LENGTH = 110;
const HEADING_LINES = 3;
/** Number of a heading, and a number with a title that is not a sentence. */
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,4}\.?)\s+(?=\p{L})/u;
const TITLE = /^[\d.]+\s+\p{Lu}.{1,90}[^.,;:?!]$/u;
/** Maximum depth of a heading number. */
const MAX_DEPTH = 9;

/** Returns headings and their levels: by tags, or by font size; bold headings in the body size are the lowest. */
export function headingLevels(parts: Part[], body: number): Map<Paragraph, number> {
  const paragraphs = parts.flatMap((part) => (part.kind === 'paragraph' ? [part.paragraph] : []));
  const tagged = paragraphs.filter(({ level = 0 }) => level > 0);
  const isFree = ({ level }: Paragraph) => level === undefined || tagged.length === 0;
  const free = paragraphs.filter(isFree);
  const set = free.filter((each) => isHeading(each, body));
  const found = [...set, ...numberedHeadings(free, set, body)];
  const toHeadingSize = ({ size }: Paragraph) => (size >= body * LARGER ? Math.round(size) : 0);
  const classOf = createHeadingRanker(found, toHeadingSize);
  const classes = [...new Set(found.map(classOf))].toSorted((a, b) => b - a);
  const levels = new Map(tagged.map((each) => [each, each.level ?? 1]));
  for (const each of found) levels.set(each, Math.min(6, classes.indexOf(classOf(each)) + 1));
  return levels;
}

/**
 * Returns a function that ranks headings: by font size, then by the depth of the number; bold headings in the body
 * size in capitals rank above the others.
 */
function createHeadingRanker(
  headings: readonly Paragraph[],
  sizeOf: (heading: Paragraph) => number,
): (heading: Paragraph) => number {
  const bySize = Map.groupBy(headings, sizeOf);
  return (heading) => {
    const size = sizeOf(heading);
    const depths = (bySize.get(size) ?? []).map(measureNumberDepth).filter((depth) => depth > 0);
    // A heading without a number ranks as high as the highest of its size, or as low as the lowest if they are only
    // bold.
    const other = size > 0 ? Math.min(...depths) : Math.max(...depths);
    const depth =
      depths.length === 0 ? 0 : Math.min(MAX_DEPTH, measureNumberDepth(heading) || other);
    const isCapital = size === 0 && isInCapitals(heading);
    return (size * 2 + (isCapital ? 1 : 0)) * (MAX_DEPTH + 1) - depth;
  };
}

/** Returns the depth of a heading's number, such as 2 for `1.2 Title`; 0 if it has none. */
function measureNumberDepth({ lines }: Paragraph): number {
  const number = NUMBERED.exec(lines[0] === undefined ? '' : segmentText(lines[0]))?.[1];
  return number === undefined ? 0 : number.split('.').filter((part) => part !== '').length;
}

function isInCapitals({ lines }: Paragraph): boolean {
  const letters = lines
    .map(segmentText)
    .join('')
    .replaceAll(/[^\p{L}]/gu, '');
  return (
    letters.length > 2 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
  );
}

/**
 * Returns lines that are headings only by their number, such as `1.2.1 Title` below a heading `1.2` or after `1.2.0`.
 */
function numberedHeadings(
  paragraphs: readonly Paragraph[],
  headings: readonly Paragraph[],
  body: number,
): Paragraph[] {
  const findHeadingNumber = ({ lines }: Paragraph) =>
    NUMBERED.exec(lines[0] === undefined ? '' : segmentText(lines[0]))?.[1]?.replace(/\.$/, '');
  const known = new Set(headings.map(findHeadingNumber));
  const set = new Set(headings);
  return paragraphs.filter((each) => {
    const number = findHeadingNumber(each);
    if (set.has(each) || number === undefined || !number.includes('.')) return false;
    const parts = number.split('.');
    const before = [...parts.slice(0, -1), `${Number(parts.at(-1)) - 1}`].join('.');
    if (!known.has(parts.slice(0, -1).join('.')) && !known.has(before)) return false;
    const [line] = each.lines;
    const isTitle =
      each.lines.length === 1 && line !== undefined && !each.code && each.size >= body * 0.97;
    const isHere = isTitle && TITLE.test(segmentText(line));
    if (isHere) known.add(number);
    return isHere;
  });
}

function isHeading({ lines, size, bold, code, marker, breaks }: Paragraph, body: number): boolean {
  const isLarge = size >= body * LARGER;
  if (!isLarge && (!bold || size < body * 0.97)) return false;
  // Lines with breaks set by the author, such as an address.
  if (!bold && lines.length >= 3 && breaks.size > 0) return false;
  const text = lines.map(segmentText).join(' ');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (code || letters < 2 || letters < text.length * 0.4 || lines.length > HEADING_LINES)
    return false;
  if (marker !== undefined && marker.number === undefined && marker.label === undefined)
    return false;
  if (isLarge) return text.length <= HEADING_LENGTH && !/[,;]$/.test(text);
  return text.length <= BOLD_LENGTH && lines.length <= 2 && !/[.,;:?]$/.test(text);
}
