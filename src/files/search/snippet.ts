import type { Match } from './matches.js';

/** An excerpt of a text that shows its matches. */
export interface Snippet {
  /** One line: white space is one space, "…" stands for omitted text. */
  text: string;
  /** Start and end of each match in it, in Unicode characters. */
  highlights: [number, number][];
  /** Number of lines of the text before the first match; 0 without a match in the text itself. */
  linesBefore: number;
}

/** Length of a snippet, in UTF-16 units. */
const LENGTH = 240;
const LEAD = 60;

/** Returns the part of a section with most of the words; `matches`: in the order of the text. */
export function buildSnippet(text: string, matches: readonly Match[]): Snippet {
  const best = bestWindow(matches);
  const first = matches[best];
  const from = first === undefined ? 0 : begin(text, first.start);
  const to = Math.max(end(text, from + LENGTH), first?.end ?? 0);
  const inside = matches.slice(best).filter((match) => match.end <= to);
  const linesBefore = first === undefined ? 0 : text.slice(0, first.start).split('\n').length - 1;
  return { ...written(text, from, to, inside), linesBefore };
}

/** Returns the match from which a snippet shows most words, then most matches. */
function bestWindow(matches: readonly Match[]): number {
  let best = 0;
  let bestScore = -1;
  let past = 0;
  const counts = new Map<number, number>();
  matches.forEach((match, at) => {
    for (; past < matches.length; past += 1) {
      const next = matches[past];
      if (!next || next.end > match.start + LENGTH - LEAD) break;
      counts.set(next.word, (counts.get(next.word) ?? 0) + 1);
    }
    const score = counts.size * matches.length + (past - at);
    if (score > bestScore) [best, bestScore] = [at, score];
    const left = (counts.get(match.word) ?? 1) - 1;
    if (left > 0) counts.set(match.word, left);
    else counts.delete(match.word);
    past = Math.max(past, at + 1);
  });
  return best;
}

/** Returns the start of a snippet some words before `at`. */
function begin(text: string, at: number): number {
  if (at <= LEAD) return 0;
  const space = text.slice(at - LEAD, at).search(/\s\S/);
  return space === -1 ? whole(text, at - LEAD) : at - LEAD + space + 1;
}

function end(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const back = /\s\S*$/.exec(text.slice(at - LEAD, at));
  return back ? at - LEAD + back.index : whole(text, at);
}

/** Returns an offset that is not within a surrogate pair. */
function whole(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc_00) === 0xdc_00 ? at - 1 : at;
}

function written(
  text: string,
  from: number,
  to: number,
  matches: readonly Match[],
): { text: string; highlights: [number, number][] } {
  let out = text.slice(0, from).trim() === '' ? '' : '…';
  let length = out.length;
  const place = new Map<number, number>();
  let space = true;
  for (let at = from; at < to;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
    const blank = /\s/.test(character);
    if (!blank || !space) {
      place.set(at, length);
      out += blank ? ' ' : character;
      length += 1;
    }
    space = blank;
    at += character.length;
    place.set(at, length);
  }
  const highlights: [number, number][] = [];
  for (const { start, end: stop } of matches) {
    const [first, last] = [place.get(start), place.get(stop)];
    if (first === undefined || last === undefined) continue;
    const before = highlights.at(-1);
    if (before && first <= before[1]) before[1] = Math.max(before[1], last);
    else highlights.push([first, last]);
  }
  const rest = text.slice(to).trim() !== '';
  return { text: out.trimEnd() + (rest ? '…' : ''), highlights };
}
