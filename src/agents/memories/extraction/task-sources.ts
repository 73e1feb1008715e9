import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Json } from '../../../base/kernel/json.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { secretIn } from '../secret-patterns.js';
import type { MemoryTrust } from '../memory-words.js';

/** A part of a task that may be quoted. */
export interface Source {
  text: string;
  trust: MemoryTrust;
  stepId: string | null;
}

/** A task as a source of memories. */
export interface TaskSources {
  /** Sources by pointer, such as `/params`. */
  sources: ReadonlyMap<string, Source>;
  /** Texts of the memories that the task was given. */
  given: readonly string[];
}

interface StepRow {
  id: string;
  kind: string;
  name: string;
  status: string;
  result: string | null;
  error_message: string | null;
}

/** Maximum length of one source in characters. */
const MAX_SOURCE = 4_000;
const MAX_STEPS = 100;
const MAX_LOGS = 50;
/** Kinds of steps whose results are not the task's own: memories, answers of models, and waits. */
const LEFT_OUT = ['memory', 'sleep', 'model'];
/** Tools with results of this service or of people; results of all others come from outside. */
const OWN_TOOLS = ['ask_person', 'code.run'];
const WITHHELD = '[withheld]';

/** Reads the parts of a task from which memories may be distilled. */
@Injectable()
export class TaskSourceReader {
  constructor(private readonly database: Database) {}

  /**
   * Returns the sources of a task, without memories and secrets. `hasNetwork`: text of its script may come from
   * outside; `secrets`: values to withhold.
   */
  async read(
    task: TaskEntity,
    { hasNetwork, secrets }: { hasNetwork: boolean; secrets: readonly string[] },
  ): Promise<TaskSources> {
    const key = [task.id, task.project_id] as const;
    const memories = await this.database.query<{ text: string | null }>(
      `SELECT m.text FROM memory_uses u JOIN memories m ON m.id = u.memory_id AND m.project_id = u.project_id
       WHERE u.task_id = ? AND u.project_id = ?`,
      key,
    );
    const given = memories.flatMap(({ text }) => text ?? []);
    const sources = new Map<string, Source>();
    const add = (
      pointer: string,
      text: string,
      trust: MemoryTrust,
      stepId: string | null = null,
    ) => {
      const shown = withoutSecrets(without(text, given), secrets).slice(0, MAX_SOURCE).trim();
      if (shown !== '') sources.set(pointer, { text: shown, trust, stepId });
    };
    const own: MemoryTrust = hasNetwork ? 'low' : 'high';
    add('/params', readable(task.params), 'high');
    if (task.result !== null) add('/result', readable(task.result), own);
    const approvals = await this.database.query<{
      prompt: string;
      comment: string | null;
      status: string;
    }>(
      `SELECT prompt, comment, status FROM approvals WHERE task_id = ? AND project_id = ?
         AND decided_at IS NOT NULL ORDER BY id LIMIT ${MAX_STEPS}`,
      key,
    );
    for (const [index, { prompt, comment, status }] of approvals.entries()) {
      add(`/approvals/${index}/prompt`, prompt, own);
      if (comment !== null) add(`/approvals/${index}/comment`, `${status}: ${comment}`, 'high');
    }
    const steps = await this.database.query<StepRow>(
      `SELECT id, kind, name, status, result, error_message FROM task_steps
       WHERE task_id = ? AND project_id = ? ORDER BY position LIMIT ${MAX_STEPS}`,
      key,
    );
    for (const [index, step] of steps.entries()) {
      // The only such step of an agent is the service's record of how it began.
      const isBeginning = task.lane === 'agent' && step.kind === 'step';
      if (isBeginning || LEFT_OUT.includes(step.kind)) continue;
      const isOwn = step.kind !== 'mcp' && (step.kind !== 'tool' || OWN_TOOLS.includes(step.name));
      const trust = isOwn ? own : 'low';
      const text = step.error_message ?? readable(step.result ?? 'null');
      if (text !== 'null') add(`/steps/${index}`, `${step.name}: ${text}`, trust, step.id);
    }
    const logs = await this.database.query<{ data: string }>(
      `SELECT data FROM task_events WHERE task_id = ? AND project_id = ? AND type = 'log'
         AND level IN ('warning', 'error') ORDER BY seq LIMIT ${MAX_LOGS}`,
      key,
    );
    const lines = logs.map(({ data }) => (JSON.parse(data) as { text: string }).text);
    if (lines.length > 0) add('/log', lines.join('\n'), own);
    return { sources, given };
  }
}

/** Returns JSON as text, over several lines if it is structured, so that each line can be withheld separately. */
function readable(json: string): string {
  const value = JSON.parse(json) as Json;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

function without(text: string, given: readonly string[]): string {
  return given.reduce((left, one) => left.replaceAll(one, WITHHELD), text);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return without(text, secrets)
    .split('\n')
    .map((line) => (secretIn(line) === null ? line : WITHHELD))
    .join('\n');
}
