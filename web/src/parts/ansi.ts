/** A part of a line in a single style. `classes` come from a closed list. */
export interface Span {
  text: string;
  classes: string;
}

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const STYLES = { 1: 'bold', 2: 'faint', 3: 'italic', 4: 'underline', 9: 'struck' } as const;
/** Terminal escape sequences, which are never shown: colours, cursor movements and titles. */
// oxlint-disable-next-line no-control-regex
const SEQUENCE = /\u001b(?:\[([0-9;:]*)([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

interface Look {
  styles: Set<string>;
  colour: string | null;
  behind: string | null;
}

/** Returns a line without escape sequences. */
export function withoutAnsi(text: string): string {
  return text.includes('\u001b') ? text.replace(SEQUENCE, '') : text;
}

/** Splits a line by style. Escape sequences other than colours and styles are dropped. */
export function parseAnsiSpans(text: string): Span[] {
  if (!text.includes('\u001b')) return [{ text, classes: '' }];
  const spans: Span[] = [];
  const look: Look = { styles: new Set(), colour: null, behind: null };
  let at = 0;
  const push = (part: string): void => {
    if (part !== '') spans.push({ text: part, classes: buildClassNames(look) });
  };
  for (const match of text.matchAll(SEQUENCE)) {
    push(text.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[2] === 'm') apply(look, match[1] ?? '');
  }
  push(text.slice(at));
  return spans;
}

/** Splits spans at the matches of a text, ignoring case, and marks the matches. */
export function markedSpans(spans: readonly Span[], q: string): Span[] {
  const wanted = q.toLowerCase();
  const whole = spans.map(({ text }) => text).join('');
  const lower = whole.toLowerCase();
  // Letters whose lower case has a different length would shift the marks.
  if (wanted === '' || lower.length !== whole.length) return [...spans];
  const cuts: [number, number][] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    cuts.push([at, at + wanted.length]);
  const marked: Span[] = [];
  let from = 0;
  for (const { text, classes } of spans) {
    const to = from + text.length;
    let at = from;
    for (const [start, end] of cuts) {
      if (end <= at || start >= to) continue;
      const [first, last] = [Math.max(start, at), Math.min(end, to)];
      if (first > at) marked.push({ text: whole.slice(at, first), classes });
      marked.push({ text: whole.slice(first, last), classes: `${classes} found`.trim() });
      at = last;
    }
    if (at < to) marked.push({ text: whole.slice(at, to), classes });
    from = to;
  }
  return marked;
}

function apply(look: Look, parameters: string): void {
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    // Colours beyond the basic ones are skipped, so that no script can choose unreadable ones.
    if (code === 38 || code === 48) at += codes[at + 1] === 2 ? 4 : 2;
    else applyOne(look, code);
  }
}

function applyOne(look: Look, code: number): void {
  if (code === 0) {
    look.styles.clear();
    look.colour = look.behind = null;
  } else if (code in STYLES) look.styles.add(STYLES[code as keyof typeof STYLES]);
  else if (code === 22) {
    look.styles.delete('bold');
    look.styles.delete('faint');
  } else if (code === 23) look.styles.delete('italic');
  else if (code === 24) look.styles.delete('underline');
  else if (code === 29) look.styles.delete('struck');
  else if (code === 39) look.colour = null;
  else if (code === 49) look.behind = null;
  else {
    const colour = COLOURS[code % 10];
    const tens = Math.floor(code / 10);
    if (colour === undefined) return;
    if (tens === 3 || tens === 9) look.colour = colour;
    if (tens === 4 || tens === 10) look.behind = colour;
  }
}

function buildClassNames({ styles, colour, behind }: Look): string {
  const names = [...styles, colour, behind === null ? null : `on-${behind}`];
  return names
    .filter((name) => name !== null)
    .map((name) => `ansi-${name}`)
    .join(' ');
}
