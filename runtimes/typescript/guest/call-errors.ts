import { ErrorClass } from './intrinsics.js';

/** Why the host refused a call: `code` is one of the documented error codes. Both are known later than the stack. */
export class MetarunError extends ErrorClass {
  override readonly name = 'MetarunError';
  readonly code = '';

  constructor() {
    // Without it the message that the refusal is given would be one of the error's enumerable members.
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
