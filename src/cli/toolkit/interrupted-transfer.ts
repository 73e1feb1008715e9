import { rmSync } from 'node:fs';
import { EXIT } from './exit-codes.js';
import { stderr } from './output.js';

/** Makes Ctrl-C run the process's exit handlers, which undo unfinished work, until it is disposed of. */
export function exitAtInterrupt(): Disposable {
  const end = (): void => {
    stderr.write('\nmetarun: ended by Ctrl-C.\n');
    process.exit(EXIT.interrupted);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  return {
    [Symbol.dispose]: () => {
      process.off('SIGINT', end).off('SIGTERM', end);
    },
  };
}

/** Removes a file or folder if the process ends before disposal. */
export function removedAtExit(path: string): Disposable {
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  process.on('exit', remove);
  return {
    [Symbol.dispose]: () => {
      process.off('exit', remove);
    },
  };
}
