import type { EventBus } from '../../platform/events/event-bus.js';
import type { ToolCall } from './call.js';
import { questionClosed } from './messages.js';
import type { Questions } from './questions.service.js';

/** Questions that a waiting call has asked the client's user. */
export class OpenQuestions {
  private readonly asked = new Set<string>();
  private readonly closed = new Set<string>();
  private readonly unsubscribe: () => void;

  constructor(
    private readonly ask: NonNullable<ToolCall['ask']>,
    bus: EventBus,
  ) {
    this.unsubscribe = bus.subscribe(questionClosed, ({ approvalId }) => {
      if (this.asked.has(approvalId)) this.closed.add(approvalId);
    });
  }

  /** True if there are questions and the user has closed all of them. */
  get areClosed(): boolean {
    return this.asked.size > 0 && this.closed.size === this.asked.size;
  }

  has(approvalId: string): boolean {
    return this.asked.has(approvalId);
  }

  get some(): boolean {
    return this.asked.size > 0;
  }

  async put(questions: Questions): Promise<void> {
    for (const [id, question] of Object.entries(questions)) {
      this.asked.add(id);
      await this.ask(id, question);
    }
  }

  stop(): void {
    this.unsubscribe();
  }
}
