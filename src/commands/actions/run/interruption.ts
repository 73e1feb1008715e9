const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Has `interrupted` called at each Ctrl-C, with how many there have been. Gives the function that ends it. */
export function onInterrupt(interrupted: (times: number) => void): () => void {
  let times = 0;
  const listener = (): void => interrupted((times += 1));
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
