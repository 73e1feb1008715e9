import { ErrorClass } from './intrinsics.js';

/**
 * The error of a call that the host has refused; `code` is one of the documented error codes. Code and message are set
 * later than the stack.
 */
export class MetarunError extends ErrorClass {
  override readonly name = 'MetarunError';
  readonly code = '';

  constructor() {
    // Otherwise, the message that is set later would be an enumerable member of the error.
    super('');
  }
}

/** Thrown into a script that the host has asked to stop, so that its `finally` blocks run. */
export class TaskCancelled extends ErrorClass {
  override readonly name = 'TaskCancelled';

  constructor() {
    super('The task was cancelled.');
  }
}
