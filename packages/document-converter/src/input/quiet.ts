const LOUD = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Runs `work` without output: what a library prints about documents belongs in no log. */
export function quietly<T>(work: () => T): T {
  const loud = LOUD.map((name) => [name, console[name]] as const);
  for (const name of LOUD) console[name] = () => undefined;
  try {
    return work();
  } finally {
    for (const [name, print] of loud) console[name] = print;
  }
}
