/** The knowledge whether this process is the one that does a job at present, of all that could. */
export interface Lead {
  readonly leads: boolean;
  /** Calls `listener` whenever this process begins to lead. */
  onTaken(listener: () => void): void;
}
