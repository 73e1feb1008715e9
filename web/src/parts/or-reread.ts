import { isOvertaken } from '../api/conditions.js';
import { RequestError, requestErrorOf } from '../api/request-error.js';
import { texts } from '../texts/en/editing.js';

/** Does what is meant for the state that is shown. Where there is another one by now, that is read and shown, and nothing is done. */
export async function orReread<T>(
  action: () => Promise<T>,
  reread: () => Promise<unknown>,
): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    if (!isOvertaken(thrown)) throw thrown;
    await reread();
    const { status, code, requestId } = requestErrorOf(thrown);
    throw new RequestError(texts.notDone, status, code, requestId);
  }
}
