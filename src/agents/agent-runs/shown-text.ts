import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import type { TextOutput } from '../../workflow/steps/text-output.service.js';
import type { AskOptions } from '../models/steps/model-steps.js';

/** Shows the text of a model, while it is written, to people who watch the task. */
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
    // Errors are ignored, since the reply is recorded as a whole.
    this.last = this.output.write(this.context, text).catch(() => undefined);
  };

  /** Resolves once all text is in the reports of the run, since a finished run accepts none. */
  async written(): Promise<void> {
    await this.last;
  }
}
