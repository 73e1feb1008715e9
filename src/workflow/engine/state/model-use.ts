import type { Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from './task.entity.js';

/** The usage of models by a task, without its children: as it is stored with the task, and as clients see it. */
export interface TaskUsage {
  model_calls: number;
  tool_calls: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  /** Null where no model had prices. */
  cost_usd: number | null;
  /** Requests that were cut off: their estimated input counts. */
  lost_calls: number;
}

/** With the model of its last request, as `provider/name`. */
export interface RecordedUsage {
  model: string;
  usage: TaskUsage;
}

/** The port to the records of what tasks ask models, which are not the engine's. */
export interface ModelUse {
  /** Marks the requests of a task to models whose end no run will see any more. Their estimated input stays counted. */
  lose(transaction: Transaction, task: Pick<TaskEntity, 'id' | 'project_id'>): Promise<void>;

  /** Returns what a task has used so far; null if it has made no request. */
  read(
    reader: Pick<Transaction, 'query'>,
    task: Pick<TaskEntity, 'id' | 'project_id' | 'lane'>,
  ): Promise<RecordedUsage | null>;
}
