import { isView, TypeErrorClass } from '../intrinsics.js';
import { platform } from '../web/platform.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** The part of a stream that bodies use. */
export interface ReadableStream {
  readonly locked: boolean;
  cancel(): Promise<void>;
  tee(): [ReadableStream, ReadableStream];
  pipeTo(writable: unknown): Promise<void>;
}

interface Streams {
  ReadableStream: {
    new (): ReadableStream;
    from(source: AsyncIterable<unknown>): ReadableStream;
  };
  TransformStream: new () => { readable: ReadableStream; writable: unknown };
  createByteStream(bytes: Bytes): ReadableStream;
  isDisturbed(stream: ReadableStream): boolean;
  readAll(stream: ReadableStream): Promise<Bytes>;
}

let loaded: Streams | null = null;

/** Returns the streams of the web platform, which are created when a script first uses them. */
export function streams(): Streams {
  return (loaded ??= platform<Streams>('streams'));
}

/** Returns whether a value is a stream. No streams exist before a script has created one or read a `body`. */
export function isReadableStream(value: unknown): value is ReadableStream {
  if (typeof value !== 'object' || value === null || isView(value)) return false;
  return 'getReader' in value && value instanceof streams().ReadableStream;
}

/** Throws TypeError for a stream that has been read from or has a reader. */
export function needUnused(stream: ReadableStream): void {
  if (stream.locked || streams().isDisturbed(stream))
    throw new TypeErrorClass('The body has been read already: clone() before it is read twice');
}
