import type { Readable } from 'node:stream';
import { FrameSplitter } from './frames.js';

/**
 * Calls `onLine` with each line from a process, until the returned function is called. The data is untrusted: the first
 * line that is too long or makes `onLine` throw ends the reading, and `onBroken` receives the error. Nothing is thrown
 * into the stream, where the error would be uncaught.
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
