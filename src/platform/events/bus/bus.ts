/** A text and its recipient. */
export interface Outgoing {
  /** Id of one process; null for all. */
  to: string | null;
  /** At most {@link MAX_BYTES} in UTF-8. */
  text: string;
}

/** Maximum size of a text: a PostgreSQL notification is limited to less than 8,000 bytes. */
export const MAX_BYTES = 7_500;

/** Callbacks of an adapter. */
export interface BusListener {
  /** Receives a text that was sent to this process or to all processes, including its own texts. */
  received(text: string): void;
  /** Reports that texts may have been lost until now, since the connection was down. */
  reconnected(): void;
}

/**
 * Port: carries short texts between the processes of an installation. The texts are hints, and the rows are
 * authoritative: an adapter may lose a text, or deliver it twice, late or out of order. It must be fast, must not fail,
 * and must report when it has been down.
 */
export abstract class Bus {
  /** Name of the adapter in METARUN_BUS. */
  abstract readonly kind: string;
  /** True if no other process can ever be reached. */
  abstract readonly alone: boolean;
  /**
   * Starts receiving texts for the process `id`; resolves once they are received. Rejects with an Error that gives the
   * reason.
   */
  abstract open(id: string, listener: BusListener): Promise<void>;
  /** Sends texts; resolves once they are sent or lost. Never rejects. */
  abstract send(texts: readonly Outgoing[]): Promise<void>;
  /** False while texts are lost. */
  abstract get isUp(): boolean;
  /** Closes the connection; nothing is received afterwards. */
  abstract close(): Promise<void>;
}
