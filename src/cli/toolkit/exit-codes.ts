/** Exit codes of commands; docs/cli.md lists them. */
export const EXIT = {
  ok: 0,
  /** The command did its work and the answer is no, or it could not do its work. */
  failed: 1,
  /** The arguments cannot be carried out: an unknown option, a value that is not allowed, an answer that is missing. */
  usage: 2,
  /** The server does not answer, or does not take the credentials. */
  server: 3,
  /** `metarun migrate --check`: the tables are older than this release. */
  outdated: 4,
  /** By Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
