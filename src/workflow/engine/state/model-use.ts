import type { Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from './task.entity.js';

/** Model usage of a task without its children, as stored with the task and shown to clients. */
export interface TaskUsage {
  model_calls: number;
  tool_calls: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  /** Null if no model had a price. */
  cost_usd: number | null;
  /** Number of requests that were cut off; their estimated input counts. */
  lost_calls: number;
}

/** The usage with the model of the last request, as `provider/name`. */
export interface RecordedUsage {
  model: string;
  usage: TaskUsage;
}

/** Port to the records of model requests, which do not belong to the engine. */
export interface ModelUse {
  /** Marks the model requests of a task whose end no run will see. Their estimated input stays counted. */
  lose(transaction: Transaction, task: Pick<TaskEntity, 'id' | 'project_id'>): Promise<void>;

  /** Returns the usage of a task so far; null if it has made no request. */
  read(
    reader: Pick<Transaction, 'query'>,
    task: Pick<TaskEntity, 'id' | 'project_id' | 'lane'>,
  ): Promise<RecordedUsage | null>;
}
