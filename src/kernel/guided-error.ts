/** One fault in a file or a document. `line` and `column` count from 1. */
export interface Fault {
  message: string;
  /** As the reader would type it from where they are. */
  file?: string;
  line?: number;
  column?: number;
  /** RFC 6901 JSON pointer into a body or a document. */
  pointer?: string;
}

export interface GuidedErrorOptions {
  /** Stable, such as `invalid_meta_task`; for readers of `--json`. */
  code: string;
  /** What to do about it, as a sentence. */
  fix?: string | undefined;
  /** A page of docs/, with or without an anchor: `cli.md#exit-codes`. */
  docs?: string | undefined;
  faults?: readonly Fault[] | undefined;
  cause?: unknown;
}

/** What people at a command line are told: `message` says what was wrong and where, `fix` what to do. */
export class GuidedError extends Error {
  override readonly name: string = 'GuidedError';
  readonly code: string;
  readonly fix: string | undefined;
  readonly docs: string | undefined;
  readonly faults: readonly Fault[];

  constructor(message: string, { code, fix, docs, faults, cause }: GuidedErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.fix = fix;
    this.docs = docs;
    this.faults = faults ?? [];
  }
}
