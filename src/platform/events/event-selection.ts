import { LOG_LEVELS, type LogLevel } from '../../sandbox/runtime/protocol.js';
import type { EventFilter, StoredEvent } from './event-log.js';
import type { TaskEventType } from './task-event.js';

export interface Selected {
  types?: readonly TaskEventType[] | undefined;
  taskIds?: readonly string[] | undefined;
  /** Identifier of a meta-task. */
  metaTask?: string | undefined;
  /** The lowest level of log lines that is wanted. */
  level?: LogLevel | undefined;
}

/** Which events of a project a reader wants, as a test and as a condition of a query. */
export class EventSelection {
  /** The same for selections of the same events. */
  readonly key: string;
  private readonly types: ReadonlySet<string> | null;
  private readonly tasks: ReadonlySet<string> | null;
  private readonly levels: readonly LogLevel[] | null;

  /** `isLast`: whether an event that concerns the tasks is the last that is wanted. */
  constructor(
    private readonly selected: Selected,
    private readonly isLast: ((event: StoredEvent) => boolean) | null = null,
  ) {
    const { types, taskIds, level } = selected;
    this.types = types === undefined ? null : new Set(types);
    this.tasks = taskIds === undefined ? null : new Set(taskIds);
    this.levels = level === undefined ? null : LOG_LEVELS.slice(LOG_LEVELS.indexOf(level));
    this.key = JSON.stringify(selected);
  }

  get taskIds(): readonly string[] | undefined {
    return this.selected.taskIds;
  }

  has(event: StoredEvent): boolean {
    return (
      this.concerns(event) &&
      (this.types === null || this.types.has(event.type)) &&
      (this.levels === null || event.level === null || this.levels.includes(event.level))
    );
  }

  /** Returns whether the event is of one of the tasks, whatever its type. */
  private concerns(event: StoredEvent): boolean {
    const { metaTask } = this.selected;
    return (
      (this.tasks === null || this.tasks.has(event.taskId)) &&
      (metaTask === undefined || metaTask === event.metaTask)
    );
  }

  ends(event: StoredEvent): boolean {
    return this.isLast !== null && this.concerns(event) && this.isLast(event);
  }

  /** The condition for {@link EventFilter}; `also` are types that are read besides. */
  condition(also: readonly TaskEventType[]): Omit<EventFilter, 'projectId' | 'after' | 'limit'> {
    const { types, taskIds, metaTask } = this.selected;
    return {
      ...(types === undefined ? {} : { types: [...new Set([...types, ...also])] }),
      ...(taskIds === undefined ? {} : { taskIds }),
      ...(metaTask === undefined ? {} : { metaTask }),
      ...(this.levels === null ? {} : { levels: this.levels }),
    };
  }
}
