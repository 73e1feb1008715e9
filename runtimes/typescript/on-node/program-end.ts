type Process = NodeJS.Process & { _exiting?: boolean; reallyExit(code?: number): void };

/** Calls `onEnd` where the script ends its process, after the script's own handlers of `exit`. */
export function onProcessEnd(onEnd: (code: number) => void): void {
  const own = process as Process;
  const reallyExit = own.reallyExit.bind(process);
  own.reallyExit = (code = 0) => {
    if (own._exiting === true) onEnd(code);
    reallyExit(code);
  };
}

/** Returns whether the script has handlers of `beforeExit`, beside the one of this side. */
export function hasBeforeExit(): boolean {
  return process.listenerCount('beforeExit') > 1;
}

/** Calls the handlers of the end of a program, by the method that packages replace. Never throws. */
export function emitEnd(
  event: 'beforeExit' | 'exit',
  code: number,
  report: (thrown: unknown) => void,
): void {
  // As Node notes it: a handler of `exit` that ends the process is not called again.
  (process as Process)._exiting = event === 'exit';
  try {
    process.emit(event as 'exit', code);
  } catch (thrown) {
    report(thrown);
  }
}
