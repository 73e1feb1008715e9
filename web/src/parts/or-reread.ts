import { isOvertaken } from '../api/conditions.js';
import { RequestError, toRequestError } from '../api/request-error.js';
import { texts } from '../texts/en/editing.js';

/**
 * Runs an action on the state that is shown. If that state is outdated, the action is not done: the current state is
 * fetched, and a RequestError is thrown.
 */
export async function orReread<T>(
  action: () => Promise<T>,
  reread: () => Promise<unknown>,
): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    if (!isOvertaken(thrown)) throw thrown;
    await reread();
    const { status, code, requestId } = toRequestError(thrown);
    throw new RequestError(texts.notDone, status, code, requestId);
  }
}
