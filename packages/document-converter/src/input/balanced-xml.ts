// Checks whether XML is well-formed. Engines refuse other XML, or silently omit the whole part.
const [LESS, GREATER, SLASH, EXCLAMATION, QUESTION] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f];
const [AMPERSAND, SEMICOLON, QUOTE, APOSTROPHE, SPACE] = [0x26, 0x3b, 0x22, 0x27, 0x20];
/** Text between the `&` and the `;` of an entity or a character reference. */
const REFERENCE = /^(?:#\d+|#x[\da-f]+|[a-z_][\w.-]*)$/i;

/**
 * Returns whether all elements are closed in order and every ampersand begins an entity. Works on bytes, since
 * decoding a large part costs more than the whole check and the markup is ASCII.
 */
export function isBalanced(xml: Buffer): boolean {
  // Start and end of the name of each open element.
  const open: number[] = [];
  let at = endOfText(xml, 0);
  while (at >= 0 && at < xml.length) {
    const next = xml[at + 1];
    let end: number;
    if (next === SLASH) end = endOfClosing(xml, at, open);
    else if (next === EXCLAMATION || next === QUESTION) end = endOfSection(xml, at);
    else end = endOfOpening(xml, at, open);
    at = end < 0 ? end : endOfText(xml, end);
  }
  return at >= 0 && open.length === 0;
}

// The following functions return the end of a construct, and -1 if it is not well-formed.

function endOfText(xml: Buffer, from: number): number {
  let at = from;
  for (; at < xml.length && xml[at] !== LESS; at += 1)
    if (xml[at] === AMPERSAND && !isReference(xml, at)) return -1;
  return at;
}

function endOfOpening(xml: Buffer, at: number, open: number[]): number {
  const begin = at + 1;
  let nameEnd = begin;
  while (nameEnd < xml.length && !isNameEnd(xml[nameEnd])) nameEnd += 1;
  const end = endOfTag(xml, begin);
  if (end < 0 || nameEnd === begin) return -1;
  if (xml[end - 2] !== SLASH) open.push(begin, nameEnd);
  return end;
}

function endOfClosing(xml: Buffer, at: number, open: number[]): number {
  const nameEnd = open.pop();
  const begin = open.pop();
  if (nameEnd === undefined || begin === undefined) return -1;
  let closed = at + 2;
  for (let named = begin; named < nameEnd; named += 1, closed += 1)
    if (xml[closed] !== xml[named]) return -1;
  return isNameEnd(xml[closed]) ? endOfTag(xml, closed) : -1;
}

/** Returns the end of a tag. A tag contains no `<`, but may contain `>` in quotes. */
function endOfTag(xml: Buffer, from: number): number {
  let quote: number | undefined;
  for (let at = from; at < xml.length; at += 1) {
    const byte = xml[at];
    if (byte === LESS || (byte === AMPERSAND && !isReference(xml, at))) return -1;
    if (quote === undefined) {
      if (byte === GREATER) return at + 1;
      if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    } else if (byte === quote) quote = undefined;
  }
  return -1;
}

/** Returns the end of a comment, a CDATA section, an instruction or a declaration. */
function endOfSection(xml: Buffer, at: number): number {
  if (startsWith(xml, '<!--', at)) return after(xml, '-->', at);
  if (startsWith(xml, '<![CDATA[', at)) return after(xml, ']]>', at);
  const end = after(xml, '>', at);
  for (let place = at; place < end; place += 1)
    if (xml[place] === AMPERSAND && !isReference(xml, place)) return -1;
  return end;
}

function startsWith(xml: Buffer, text: string, at: number): boolean {
  return xml.toString('latin1', at, at + text.length) === text;
}

function after(xml: Buffer, closing: string, at: number): number {
  const end = xml.indexOf(closing, at, 'latin1');
  return end < 0 ? -1 : end + closing.length;
}

function isReference(xml: Buffer, at: number): boolean {
  const end = xml.indexOf(SEMICOLON, at);
  return end > 0 && REFERENCE.test(xml.toString('latin1', at + 1, end));
}

/** Returns whether a byte is white space, `/` or `>`; XML recognises only ASCII white space. */
function isNameEnd(byte: number | undefined): boolean {
  return byte === undefined || byte <= SPACE || byte === SLASH || byte === GREATER;
}
