/** Exit codes of commands, as listed in docs/cli.md. */
export const EXIT = {
  ok: 0,
  /** The command completed with a negative result, or it failed. */
  failed: 1,
  /** Invalid arguments: an unknown option, a value that is not allowed, a missing answer. */
  usage: 2,
  /** The server does not answer or rejects the credentials. */
  server: 3,
  /** Result of `metarun migrate --check` if the tables are older than this release. */
  outdated: 4,
  /** Interrupted by Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
