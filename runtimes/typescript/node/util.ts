/** Node's `util`: a port with additions. */
import ported from 'node:util';
import { isDeepStrictEqual } from './deep-equal.js';

/** Control sequences of a terminal, such as colours. */
// oxlint-disable-next-line no-control-regex -- they consist of control characters
const CONTROL = /\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007/g;

function stripVTControlCharacters(text: string): string {
  return text.replaceAll(CONTROL, '');
}

/** Returns the text unchanged, since a log has no colours. */
function styleText(_style: unknown, text: string): string {
  return text;
}

function toUSVString(text: string): string {
  return text.toWellFormed();
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const { TextDecoder, TextEncoder } = globalThis;

export default {
  ...ported,
  TextDecoder,
  TextEncoder,
  aborted,
  isDeepStrictEqual,
  stripVTControlCharacters,
  styleText,
  toUSVString,
};
