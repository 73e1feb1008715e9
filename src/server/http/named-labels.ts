/** Names with series of their own. All further ones share the series of "other". */
const MOST = 100;
/** The time without a use after which a name gives its series to another one, ms. */
const IDLE_MS = 60 * 60 * 1000;

/** A thing that a project has named: a meta-task, an MCP server. */
export interface NamedLabel {
  project: string;
  name: string;
}

const OTHER: NamedLabel = { project: 'other', name: 'other' };

/**
 * Bounds the series of metrics that are labelled by names that clients choose: each name costs memory here and in the
 * monitoring. One that has just been used has its own, if there is one left.
 */
export class NamedLabels {
  /** By label as JSON, with the time of the last use, the longest unused first. */
  private readonly own = new Map<string, { label: NamedLabel; usedAt: number }>();

  /** `onDropped` removes the series of a label. */
  constructor(
    private readonly onDropped: (label: NamedLabel) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  of(project: string, name: string): NamedLabel {
    const key = JSON.stringify([project, name]);
    const known = this.own.get(key);
    if (known === undefined && this.own.size >= MOST && !this.dropIdle()) return OTHER;
    const label = known?.label ?? { project, name };
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
