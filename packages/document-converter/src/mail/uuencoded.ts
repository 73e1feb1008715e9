// Files encoded in the text of a mail, as was usual before MIME.
import { type Attachment } from './message.js';

const BEGIN = /^begin [0-7]{3,4} (\S.*)$/;
const LINE = /^[ -`]{1,86}$/;
const GROUP = 4;

/** Returns a text without the files encoded in it, and these files. */
export function takeUuencoded(text: string): { text: string; files: Attachment[] } {
  if (!/^begin [0-7]/m.test(text)) return { text, files: [] };
  const lines = text.split(/\r\n?|\n/);
  const kept: string[] = [];
  const files: Attachment[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const name = BEGIN.exec(line)?.[1];
    const end = name === undefined ? -1 : endOfFile(lines, at + 1);
    if (name === undefined || end < 0) {
      kept.push(line);
      continue;
    }
    const bytes = Buffer.concat(lines.slice(at + 1, end).map(decoded));
    files.push({ name: name.trim(), mediaType: 'application/octet-stream', bytes });
    at = end;
  }
  return { text: kept.join('\n'), files };
}

/** Returns the number of the line that ends a file, or -1. */
function endOfFile(lines: readonly string[], from: number): number {
  let at = from;
  while (isData(lines[at])) at += 1;
  return at > from && lines[at] === 'end' ? at : -1;
}

/** Returns whether a line has its declared length; trailing spaces may be missing. */
function isData(line: string | undefined): boolean {
  if (line === undefined || line === 'end' || !LINE.test(line)) return line === '';
  return line.length - 1 <= Math.ceil(decodeLineLength(line) / 3) * GROUP + 1;
}

function decodeLineLength(line: string): number {
  return (line.charCodeAt(0) - 32) & 63;
}

function decoded(line: string): Buffer {
  if (line === '') return Buffer.alloc(0);
  const length = decodeLineLength(line);
  const bytes: number[] = [];
  for (let at = 1; bytes.length < length; at += GROUP) {
    let group = 0;
    for (let of = 0; of < GROUP; of += 1)
      group = (group << 6) | ((line.charCodeAt(at + of) - 32) & 63);
    bytes.push((group >> 16) & 255, (group >> 8) & 255, group & 255);
  }
  return Buffer.from(bytes.slice(0, length));
}
