/** A text and who is to get it. */
export interface Outgoing {
  /** The id of one process; null for all. */
  to: string | null;
  /** At most {@link MAX_BYTES} in UTF-8. */
  text: string;
}

/** Longest text of an adapter: a notification of PostgreSQL has less than 8,000 bytes. */
export const MAX_BYTES = 7_500;

/** The calls that an adapter makes. */
export interface BusListener {
  /** Takes a text that was sent to this process, or to all; also its own. */
  received(text: string): void;
  /** Notes that texts may have been lost until now, since the connection was down. */
  reconnected(): void;
}

/**
 * Port: carries short texts between the processes of an installation. They are hints, and the rows are the truth: an adapter
 * may lose a text, give it twice, late or in another order. What it owes is to be fast, not to fail, and to say when it has
 * been down.
 */
export abstract class Bus {
  /** The adapter, as METARUN_BUS names it. */
  abstract readonly kind: string;
  /** True where no other process is ever reached. */
  abstract readonly alone: boolean;
  /** Has the process `id` get texts; resolves once it does. Rejects with an Error that says why it cannot. */
  abstract open(id: string, listener: BusListener): Promise<void>;
  /** Sends texts; resolves once they are sent or lost. Never rejects. */
  abstract send(texts: readonly Outgoing[]): Promise<void>;
  /** False while texts get lost. */
  abstract get isUp(): boolean;
  /** Ends the connection; nothing is received any more. */
  abstract close(): Promise<void>;
}
