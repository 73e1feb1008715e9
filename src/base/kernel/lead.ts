/** The state of this process among all that could perform a job: whether it currently performs it. */
export interface Lead {
  readonly leads: boolean;
  /** Calls `listener` whenever this process begins to lead. */
  onTaken(listener: () => void): void;
}
