import {
  charCodeAt,
  indexOf,
  replaceAll,
  slice,
  subarray,
  toLowerCase,
  trim,
  TypeErrorClass,
} from '../intrinsics.js';
import { File } from './blob.js';
import { FormData } from './form-data.js';
import { URLSearchParams } from '../web/url-search-params.js';
import { decodeUtf8, encodeUtf8 } from '../web/utf8.js';

type Bytes = Uint8Array<ArrayBuffer>;
const HEAD_END = encodeUtf8('\r\n\r\n');

/** Parses a received form; `type` is its content type. Throws TypeError for any other type. */
export function parseForm(bytes: Bytes, type: string): FormData {
  const form = new FormData();
  const essence = toLowerCase(trim(slice(type, 0, findEnd(type, ';', 0))));
  if (essence === 'application/x-www-form-urlencoded') {
    for (const [name, value] of new URLSearchParams(decodeUtf8(bytes))) form.append(name, value);
    return form;
  }
  const boundary = findParameter(type, 'boundary');
  if (essence !== 'multipart/form-data' || boundary === null)
    throw new TypeErrorClass(`formData(): the content type "${type}" is not that of a form`);
  parseParts(bytes, boundary, form);
  return form;
}

/** Parses the parts of a form, as in https://www.rfc-editor.org/rfc/rfc7578 */
function parseParts(bytes: Bytes, boundary: string, form: FormData): void {
  const opening = encodeUtf8(`--${boundary}`);
  const closing = encodeUtf8(`\r\n--${boundary}`);
  let at = find(bytes, opening, 0);
  if (at === -1) throw broken();
  at += opening.length;
  while (bytes[at] !== DASH || bytes[at + 1] !== DASH) {
    const headEnd = find(bytes, HEAD_END, at);
    const end = headEnd === -1 ? -1 : find(bytes, closing, headEnd + 2);
    if (end === -1) throw broken();
    const head = decodeUtf8(subarray(bytes, at, headEnd));
    addPart(form, head, subarray(bytes, headEnd + HEAD_END.length, end));
    at = end + closing.length;
  }
}

const DASH = 45;

function addPart(form: FormData, head: string, content: Bytes): void {
  const disposition = readHeaderValue(head, 'content-disposition');
  const name = findParameter(disposition, 'name');
  if (name === null) throw broken();
  const filename = findParameter(disposition, 'filename');
  if (filename === null) return form.append(name, decodeUtf8(content));
  const type = readHeaderValue(head, 'content-type') || 'text/plain';
  form.append(name, new File([content], filename, { type }));
}

/** Returns a header's value; '' if it is missing. */
function readHeaderValue(head: string, name: string): string {
  for (let from = 0; from < head.length;) {
    const end = findEnd(head, '\r\n', from);
    const colon = findEnd(head, ':', from);
    if (colon < end && toLowerCase(trim(slice(head, from, colon))) === name)
      return trim(slice(head, colon + 1, end));
    from = end + 2;
  }
  return '';
}

/** Returns a parameter of a header such as `form-data; name="a"`. */
function findParameter(header: string, name: string): string | null {
  for (let from = findEnd(header, ';', 0) + 1; from < header.length;) {
    const equals = indexOf(header, '=', from);
    if (equals === -1) return null;
    const quoted = charCodeAt(header, equals + 1) === 34;
    const start = quoted ? equals + 2 : equals + 1;
    const end = findEnd(header, quoted ? '"' : ';', start);
    if (toLowerCase(trim(slice(header, from, equals))) === name) {
      const value = slice(header, start, end);
      return quoted ? unescape(value) : trim(value);
    }
    from = (quoted ? findEnd(header, ';', end) : end) + 1;
  }
  return null;
}

/** Reverts the escapes of `toMultipart` in a form's names. */
function unescape(text: string): string {
  return replaceAll(replaceAll(replaceAll(text, '%22', '"'), '%0D', '\r'), '%0A', '\n');
}

function findEnd(text: string, mark: string, from: number): number {
  const found = indexOf(text, mark, from);
  return found === -1 ? text.length : found;
}

function find(bytes: Bytes, wanted: Bytes, from: number): number {
  for (let at = from; at + wanted.length <= bytes.length; at += 1) {
    let same = 0;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return at;
  }
  return -1;
}

function broken(): TypeError {
  return new TypeErrorClass('formData(): the body is not a whole multipart/form-data');
}
