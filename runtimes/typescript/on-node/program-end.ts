type Process = NodeJS.Process & { _exiting?: boolean; reallyExit(code?: number): void };

/** Calls `onEnd` when the script ends its process, after the script's own handlers of `exit`. */
export function onProcessEnd(onEnd: (code: number) => void): void {
  const own = process as Process;
  const reallyExit = own.reallyExit.bind(process);
  own.reallyExit = (code = 0) => {
    if (own._exiting === true) onEnd(code);
    reallyExit(code);
  };
}

/** Returns whether the script has handlers of `beforeExit`, in addition to the guest's own. */
export function hasBeforeExit(): boolean {
  return process.listenerCount('beforeExit') > 1;
}

/** Calls the handlers of a program's end, through the method that packages replace. Never throws. */
export function emitEnd(
  event: 'beforeExit' | 'exit',
  code: number,
  report: (thrown: unknown) => void,
): void {
  // Set as in Node, so that a handler of `exit` that ends the process is not called again.
  (process as Process)._exiting = event === 'exit';
  try {
    process.emit(event as 'exit', code);
  } catch (thrown) {
    report(thrown);
  }
}
