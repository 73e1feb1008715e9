/** Maximum number of names with their own series. All others share the series "other". */
const MOST = 100;
/** Time without a use after which a name may lose its series to another one, in ms. */
const IDLE_MS = 60 * 60 * 1000;

/** Label of an entity with a name in a project, such as a meta-task or an MCP server. */
export interface NamedLabel {
  project: string;
  name: string;
}

const OTHER: NamedLabel = { project: 'other', name: 'other' };

/**
 * Bounds the series of metrics that are labelled by names chosen by clients, since each name costs memory here and in
 * the monitoring. A name in use gets its own series as long as one is free.
 */
export class NamedLabels {
  /** Time of the last use by label as JSON, least recently used first. */
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
