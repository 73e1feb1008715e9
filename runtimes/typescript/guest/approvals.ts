import { call, needNumber, needText } from './calls.js';
import { inspect } from './inspect.js';
import { apply, assign, ErrorClass, freeze, isArray, slice, TypeErrorClass } from './intrinsics.js';
import { step } from './steps.js';
import type { Link } from './link.js';

/** Limits in seconds, as in the host. */
const LEAST_SECONDS = 0.001;
const MOST_SECONDS = 366 * 24 * 60 * 60;

type Answer =
  | {
      state: 'approved';
      decision: 'approve';
      comment: string | null;
      payload: unknown;
      decided_by: string;
    }
  | { state: 'rejected'; message: string; comment: string | null; decided_by: string | null }
  | { state: 'expired'; message: string };

/**
 * Thrown if a person has rejected the request; every replay fails in the same way. Their comment is set later than the
 * stack.
 */
class ApprovalRejected extends ErrorClass {
  override readonly name = 'ApprovalRejected';
  readonly code = 'approval_rejected';
  readonly comment: string | null = null;
  readonly decided_by: string | null = null;

  constructor() {
    super('');
  }
}

/** Thrown if no decision on the request was made in time; every replay fails in the same way. */
class ApprovalExpired extends ErrorClass {
  override readonly name = 'ApprovalExpired';
  readonly code = 'approval_expired';

  constructor() {
    super('');
  }
}

/** Implements `reporter.askApproval`. */
export async function askApproval(
  link: Link,
  prompt: unknown,
  options: Record<string, unknown> = {},
): Promise<object> {
  const where = 'reporter.askApproval';
  needText(where, 'prompt', prompt);
  if (typeof options !== 'object' || options === null)
    throw new TypeErrorClass(`${where} needs its options as an object, not ${inspect(options)}`);
  const { proposal = null, form = null, expiresIn = null, notify = null } = options;
  if (notify !== null && typeof notify !== 'function')
    throw new TypeErrorClass(`${where} needs notify as a function, not ${inspect(notify)}`);
  if (form !== null && typeof form !== 'boolean' && (typeof form !== 'object' || isArray(form)))
    throw new TypeErrorClass(
      `${where} needs form as a JSON Schema, an object, not ${inspect(form)}`,
    );
  const expires_in =
    expiresIn === null
      ? null
      : needNumber(where, 'expiresIn', expiresIn, LEAST_SECONDS, MOST_SECONDS);
  // Created during the call, so that their stacks show the script's line.
  const rejected = new ApprovalRejected();
  const expired = new ApprovalExpired();
  const asked = { prompt, proposal, form, expires_in };
  const answer = (await (notify === null
    ? call(link, 'approval.ask', asked)
    : notified(link, { ...asked, prompt: prompt as string }, notify as Notify))) as Answer;
  if (answer.state === 'approved') {
    const { decision, comment, payload, decided_by } = answer;
    return { decision, comment, payload, decided_by };
  }
  if (answer.state === 'expired') throw assign(expired, { message: answer.message });
  const { message, comment, decided_by } = answer;
  throw assign(rejected, { message, comment, decided_by });
}

type Notify = (approval: object) => unknown;

/** Opens the approval, calls `notify` once before the wait, as a step, and returns the answer. */
async function notified(link: Link, asked: { prompt: string }, notify: Notify): Promise<unknown> {
  const { id, automatic, pending, expires_at } = (await call(link, 'approval.open', asked)) as {
    id: string;
    automatic: boolean;
    pending: boolean;
    expires_at: string | null;
  };
  if (!automatic) {
    const linkFor = async (name: unknown): Promise<string> => {
      const args = { id, name: needText('link', 'name', name) };
      return ((await call(link, 'approval.link', args)) as { url: string }).url;
    };
    const handle = freeze({ id, expires_at, link: linkFor });
    await step(link, `notify: ${slice(asked.prompt, 0, 150)}`, async () => {
      if (pending) await apply(notify, undefined, [handle]);
      return null;
    });
  }
  return call(link, 'approval.await', { id });
}
