/**
 * Reason why an engine command failed. `not_running`: the program is missing or does not answer; `no_image`: the engine
 * has no such image; `timed_out`: the command took too long; `failed`: any other error, in the engine's words.
 */
export type EngineProblem = 'not_running' | 'no_image' | 'timed_out' | 'failed';

/**
 * An error of the engine. `message` is meant for operators and for users who may see images: it repeats the engine's
 * message and contains no credentials.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly problem: EngineProblem,
    message: string,
  ) {
    super(message);
  }
}
