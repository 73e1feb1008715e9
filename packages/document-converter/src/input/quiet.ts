const LOUD = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Runs `work` without console output: messages of a library about documents do not belong in a log. */
export function quietly<T>(work: () => T): T {
  const loud = LOUD.map((name) => [name, console[name]] as const);
  for (const name of LOUD) console[name] = () => undefined;
  try {
    return work();
  } finally {
    for (const [name, print] of loud) console[name] = print;
  }
}
