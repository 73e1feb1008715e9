/** Meta-tasks with series of their own. All further ones share the series of "other". */
const MOST = 100;
/** The time without a run after which a meta-task gives its series to another one, ms. */
const IDLE_MS = 60 * 60 * 1000;

export interface MetaTaskLabel {
  project: string;
  meta_task: string;
}

const OTHER: MetaTaskLabel = { project: 'other', meta_task: 'other' };

/**
 * Bounds the series of metrics that are labelled by meta-task: clients choose the names, and each name costs memory here and
 * in the monitoring. A meta-task that has just run has its own, if there is one left.
 */
export class MetaTaskLabels {
  /** By label as JSON, with the time of the last use, the longest unused first. */
  private readonly own = new Map<string, { label: MetaTaskLabel; usedAt: number }>();

  /** `onDropped` removes the series of a label. */
  constructor(
    private readonly onDropped: (label: MetaTaskLabel) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  of(project: string, metaTask: string): MetaTaskLabel {
    const key = JSON.stringify([project, metaTask]);
    const known = this.own.get(key);
    if (known === undefined && this.own.size >= MOST && !this.dropIdle()) return OTHER;
    const label = known?.label ?? { project, meta_task: metaTask };
    this.own.delete(key);
    this.own.set(key, { label, usedAt: this.now() });
    return label;
  }

  private dropIdle(): boolean {
    for (const [key, { label, usedAt }] of this.own) {
      if (this.now() - usedAt < IDLE_MS) return false;
      this.own.delete(key);
      this.onDropped(label);
      return true;
    }
    return false;
  }
}
