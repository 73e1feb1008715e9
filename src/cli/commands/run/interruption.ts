const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `interrupted` at each Ctrl-C, with their number so far. Returns the function that ends it. */
export function onInterrupt(interrupted: (times: number) => void): () => void {
  let times = 0;
  const listener = (): void => interrupted((times += 1));
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
