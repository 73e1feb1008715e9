import { invalidField } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import type { Database } from '../../platform/database/database.js';
import type { Capabilities, CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import type { RunText } from '../engine/runs/task-executor.js';
import type { Journals } from './journals.js';

/** Maximum length of the text of one call, in characters. */
const MAX_TEXT = 64 * 1024;

/** The text that runs show while they write it: `output` of scripts, and answers of models. */
export class TextOutput {
  /** Number of text events of earlier runs of the task, by run, counted at its first text. */
  private readonly before = new WeakMap<CapabilityContext, Promise<number>>();

  constructor(
    private readonly database: Database,
    private readonly journals: Journals,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register('output', (context, json) => this.ofScript(context, json));
  }

  /** Shows a piece of text, redacted. Has no effect while the run repeats what it did before a wait. */
  async write(context: CapabilityContext, text: RunText): Promise<void> {
    const journal = this.journals.of(context);
    if (journal.repeats) return;
    const before = this.before.get(context) ?? this.count(context);
    this.before.set(context, before);
    const shown = { ...text, text: context.redact(text.text) };
    journal.reports.onText(shown, await before);
  }

  private async ofScript(context: CapabilityContext, json: Json): Promise<Json> {
    const text = new CapabilityArgs('output', json, ['text']).text('text');
    if (text.length > MAX_TEXT)
      throw invalidField(
        'output',
        `"text" may have ${MAX_TEXT} characters, not ${text.length}: write it in pieces`,
      );
    if (text !== '') await this.write(context, { stepId: null, kind: 'text', text });
    return null;
  }

  private async count({ projectId, taskId }: CapabilityContext): Promise<number> {
    const [row] = await this.database.query<{ events: number }>(
      `SELECT COUNT(*) AS events FROM task_events WHERE task_id = ? AND type = 'text' AND project_id = ?`,
      [taskId, projectId],
    );
    return Number(row?.events ?? 0);
  }
}
