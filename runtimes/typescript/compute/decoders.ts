import { ComputeError, type ComputeRequest } from './request.js';

/** Maximum number of texts that may be decoded in parts at the same time. */
const MAX_OPEN = 256;

/** Decoders of legacy encodings that wait for the next part of their text, by a number chosen by the isolate. */
export class Decoders {
  private readonly open = new Map<number, InstanceType<typeof TextDecoder>>();

  /** Decodes bytes; with `more`, only those that form complete characters so far. */
  decode(options: {
    id: number;
    label: string;
    fatal: boolean;
    bytes: Uint8Array;
    more: boolean;
  }): string {
    const { id, label, fatal, bytes, more } = options;
    const decoder = this.open.get(id) ?? new TextDecoder(label, { fatal, ignoreBOM: true });
    this.open.delete(id);
    if (more && this.open.size >= MAX_OPEN)
      throw new ComputeError(
        'QuotaExceededError',
        `At most ${MAX_OPEN} texts can be decoded in parts at the same time`,
      );
    const text = decoder.decode(bytes, { stream: more });
    if (more) this.open.set(id, decoder);
    return text;
  }
}

export function decodeText(decoders: Decoders, request: ComputeRequest): string {
  return decoders.decode({
    id: request.whole('id', 0, Number.MAX_SAFE_INTEGER),
    label: request.text('label'),
    fatal: request.flag('fatal'),
    bytes: request.bytes('data'),
    more: request.flag('more'),
  });
}

/** Returns the name of the encoding for a label. */
export function resolveEncoding(request: ComputeRequest): string {
  return new TextDecoder(request.text('label')).encoding;
}
