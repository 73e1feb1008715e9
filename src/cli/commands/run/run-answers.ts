import { type Approval, getFormSchema } from '../../../tasks/approvals/approval.js';
import { isFilledIn } from '../../../tasks/approvals/is-filled-in.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { LocalDecision, LocalTask } from '../../../tooling/local/local-task.js';
import { askChoice, askText } from '../../toolkit/ask.js';
import { askForm } from '../../toolkit/ask-form.js';
import { CommandError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainText } from '../../toolkit/plain-text.js';
import type { TaskView } from '../../toolkit/task-view/task-view.js';
import { isInteractive } from '../../toolkit/terminal.js';
import { jsonOr } from '../../toolkit/typed-value.js';

/** Answer to an approval. An object approves it with this payload. */
export type Approve = 'yes' | 'no' | 'ask' | JsonObject;

const FLAG = `--approve yes, --approve no, or --approve '{…}' with the fields of the form`;

/** Answers a task's approvals and events from the command's options, or by asking the user. */
export class RunAnswers {
  constructor(
    private readonly task: LocalTask,
    private readonly view: TaskView,
    private readonly given: readonly Approve[],
  ) {}

  private used = 0;

  /** Decides an approval. Throws CommandError if the answer is invalid, or if the user cannot be asked. */
  async decide(approvalId: string): Promise<void> {
    const approval = await this.task.approval(approvalId);
    if (approval.status !== 'pending') return;
    const prompt = plainText(approval.prompt);
    const answer = this.next();
    if (answer === 'ask') return this.ask(approval, prompt);
    try {
      await this.task.decide(approvalId, toLocalDecision(answer));
    } catch (error) {
      const shown = typeof answer === 'string' ? answer : JSON.stringify(answer);
      throw new CommandError(
        `The approval "${prompt}" cannot be answered with --approve ${shown}: ${getErrorMessage(error)}`,
        {
          code: 'no_payload',
          fix: `Give the fields of the form: --approve '{…}'; or run it on a terminal with --approve ask.`,
          docs: 'run.md#approvals',
        },
      );
    }
  }

  /** Returns the answer to the next approval. The last answer is used for all later ones. */
  private next(): Approve {
    const answer = this.given[Math.min(this.used, this.given.length - 1)] ?? 'ask';
    this.used += 1;
    return answer;
  }

  /** Asks the user for an event that nothing else will send. */
  async send(name: string): Promise<void> {
    const shown = plainText(name);
    if (!isInteractive())
      throw new CommandError(
        `The script waits for the event "${shown}", and nothing here sends it.`,
        {
          code: 'no_event',
          fix: `Give --event '${shown}={…}'.`,
          docs: 'run.md#events',
          exit: EXIT.usage,
        },
      );
    const typed = await this.quietly(() =>
      askText({
        message: `The event "${shown}": its payload, as JSON`,
        flag: `--event ${shown}=…`,
        initial: '{}',
      }),
    );
    await this.task.sendEvent(name, jsonOr(typed));
  }

  private async ask(approval: Approval, prompt: string): Promise<void> {
    if (!isInteractive())
      throw new CommandError(
        `The script asks for an approval, and there is no terminal: ${prompt}`,
        {
          code: 'no_terminal',
          fix: `Give ${FLAG}.`,
          docs: 'run.md#approvals',
          exit: EXIT.usage,
        },
      );
    await this.quietly(async () => {
      const proposal = approval.proposal?.value ?? null;
      if (proposal !== null) this.view.say(plainText(JSON.stringify(proposal, null, 2)));
      const change = isFilledIn(getFormSchema(approval), proposal)
        ? [{ value: 'change' as const }]
        : [];
      const decision = await askChoice({
        message: prompt,
        flag: FLAG,
        choices: [{ value: 'approve' as const }, ...change, { value: 'reject' as const }],
      });
      if (decision === 'reject') {
        const comment = await askText({ message: 'Why (may be empty)', flag: FLAG });
        await this.task.decide(approval.id, { decision, comment: comment || undefined });
        return;
      }
      if (decision === 'approve' && change.length > 0)
        return this.task.decide(approval.id, { decision });
      await this.answered(approval);
    });
  }

  /** Asks for the form's fields until they are valid, with the earlier answers preset. */
  private async answered(approval: Approval): Promise<void> {
    const form = getFormSchema(approval);
    let payload: Json = null;
    for (;;) {
      payload = form === null ? null : await askForm(form, () => FLAG, payload);
      try {
        await this.task.decide(approval.id, { decision: 'approve', payload });
        return;
      } catch (error) {
        if (form === null) throw error;
        this.view.warn(getErrorMessage(error));
      }
    }
  }

  private async quietly<T>(ask: () => Promise<T>): Promise<T> {
    this.view.stop();
    try {
      return await ask();
    } finally {
      this.view.start();
    }
  }
}

function toLocalDecision(answer: Exclude<Approve, 'ask'>): LocalDecision {
  if (answer === 'no') return { decision: 'reject' };
  return { decision: 'approve', payload: answer === 'yes' ? undefined : answer };
}
