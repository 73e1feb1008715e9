/** One error or warning about a file or a document. `line` and `column` count from 1. */
export interface Diagnostic {
  message: string;
  /** Path as the reader would type it in the current folder. */
  file?: string;
  line?: number;
  column?: number;
  /** RFC 6901 JSON pointer into a body or a document. */
  pointer?: string;
}

export interface GuidedErrorOptions {
  /** Stable code such as `invalid_meta_task`, for readers of `--json`. */
  code: string;
  /** Advice on how to correct the error, as a sentence. */
  fix?: string | undefined;
  /** Page of docs/, with an optional anchor: `cli.md#exit-codes`. */
  docs?: string | undefined;
  diagnostics?: readonly Diagnostic[] | undefined;
  cause?: unknown;
  /** True if the arguments of the command are wrong, such as an unknown name. */
  isUsage?: boolean | undefined;
}

/** An error for people on the command line: `message` says what was wrong and where, `fix` what to do. */
export class GuidedError extends Error {
  override readonly name: string = 'GuidedError';
  readonly code: string;
  readonly fix: string | undefined;
  readonly docs: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly isUsage: boolean;

  constructor(
    message: string,
    { code, fix, docs, diagnostics, cause, isUsage = false }: GuidedErrorOptions,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.fix = fix;
    this.docs = docs;
    this.diagnostics = diagnostics ?? [];
    this.isUsage = isUsage;
  }
}
