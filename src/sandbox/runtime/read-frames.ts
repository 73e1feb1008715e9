import type { Readable } from 'node:stream';
import { FrameSplitter } from './frames.js';

/**
 * Calls `onLine` with each line that comes from a process, until the returned function is called. What the process sends is not
 * trusted: the first line that is too long, or that `onLine` throws at, ends the reading, and `onBroken` gets the error. Nothing is thrown
 * into the stream, where no one would catch it.
 */
export function readFrames(
  stream: Readable,
  onLine: (line: string) => void,
  onBroken: (error: unknown) => void,
): () => void {
  const splitter = new FrameSplitter();
  const end = (): void => void stream.off('data', onData);
  const onData = (chunk: Buffer): void => {
    try {
      for (const line of splitter.push(chunk)) onLine(line);
    } catch (error) {
      end();
      onBroken(error);
    }
  };
  stream.on('data', onData);
  return end;
}
