const LOUD = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Does something during which a library may say nothing: what it prints of documents belongs in no log. */
export function quietly<T>(work: () => T): T {
  const loud = LOUD.map((name) => [name, console[name]] as const);
  for (const name of LOUD) console[name] = () => undefined;
  try {
    return work();
  } finally {
    for (const [name, print] of loud) console[name] = print;
  }
}
