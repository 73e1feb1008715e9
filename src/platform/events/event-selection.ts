import { LOG_LEVELS, type LogLevel } from '../../sandbox/runtime/protocol.js';
import type { EventFilter, StoredEvent } from './event-log.js';
import type { TaskEventType } from './task-event.js';

export interface Selected {
  types?: readonly TaskEventType[] | undefined;
  taskIds?: readonly string[] | undefined;
  /** Identifier of a meta-task. */
  metaTask?: string | undefined;
  /** Minimum level of selected log lines. */
  level?: LogLevel | undefined;
}

/** Selects the events of a project that a reader wants, both as a test and as a query condition. */
export class EventSelection {
  /** Equal for selections of the same events. */
  readonly key: string;
  private readonly types: ReadonlySet<string> | null;
  private readonly tasks: ReadonlySet<string> | null;
  private readonly levels: readonly LogLevel[] | null;

  /** `isLast` returns whether an event that concerns the tasks is the last one of the selection. */
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

  /** Returns whether the event belongs to the selected tasks, whatever its type. */
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

  /** Returns the condition for {@link EventFilter}; `also` are additional types to read. */
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
