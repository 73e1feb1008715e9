import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import type { TextOutput } from '../../workflow/steps/text-output.service.js';
import type { AskOptions } from '../models/steps/model-steps.js';

/** Shows the text of a model to those who watch the task while it is written. */
export class ShownText {
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly output: TextOutput,
    private readonly context: CapabilityContext,
  ) {}

  readonly add: NonNullable<AskOptions['onDelta']> = (stepId, delta) => {
    const text =
      'reset' in delta
        ? { stepId, kind: 'text' as const, text: '', reset: true }
        : { stepId, kind: delta.kind, text: delta.text };
    // It is shown as far as that can be done: the reply is recorded whole.
    this.last = this.output.write(this.context, text).catch(() => undefined);
  };

  /** Resolves once all that was added is among the reports of the run: a run that has ended has no more. */
  async written(): Promise<void> {
    await this.last;
  }
}
