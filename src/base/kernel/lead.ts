/** Whether this process is the one that does a job at present, of all that could. */
export interface Lead {
  readonly leads: boolean;
  /** Calls `listener` whenever this process begins to lead. */
  onTaken(listener: () => void): void;
}

/** Of a process beside which there is no other. */
export const ALONE: Lead = { leads: true, onTaken: () => undefined };
