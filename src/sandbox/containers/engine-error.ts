/**
 * Why an engine did not do what it was asked for. `not_running`: the program is missing or does not answer; `no_image`: it has
 * no such image; `timed_out`; `failed`: all else, in its own words.
 */
export type EngineProblem = 'not_running' | 'no_image' | 'timed_out' | 'failed';

/** `message` is for operators and for those who may see images: it has the engine's words, and no credentials. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly problem: EngineProblem,
    message: string,
  ) {
    super(message);
  }
}
