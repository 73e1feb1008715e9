import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { within } from '../../../base/kernel/within.js';
import { Bus, type BusListener, type Outgoing } from './bus.js';

/** The text that tests a connection. */
const TRIAL = 'trial';
/** Maximum time until the text of a trial returns (ms). */
const TRIAL_MS = 10_000;
/** Time after which a connection is abandoned if none of its texts for all comes back (ms). */
const SILENT_MS = 10_000;
/** Pause before the first attempt to reconnect, and the maximum pause (ms). */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** Thrown if a connection exists but texts sent over it do not arrive. */
class DeafError extends Error {}

/** Callbacks of a connection. */
export interface Heard {
  /** Receives a text from the connection. */
  text(text: string): void;
  /** Reports that the connection is lost, and the reason. */
  lost(why: string): void;
}

/** A connection on which this process receives texts. */
export interface BusConnection {
  /** Sends at least one text; rejects if that fails. */
  send(texts: readonly Outgoing[]): Promise<void>;
  /**
   * Sends a text to this process itself, over a path on which it only returns if the texts of other servers would
   * arrive too.
   */
  trial(text: string): Promise<void>;
  /** Closes the connection, whatever its state. */
  end(): Promise<void>;
}

/** A bus with its own connection, which is re-established when it is lost. */
export abstract class ConnectedBus extends Bus {
  readonly alone = false;
  /** Name of the other side in messages. */
  protected abstract readonly what: string;
  /** Message for an operator if nothing arrives over the connection: what to do. */
  protected abstract readonly deaf: string;
  private connection: BusConnection | null = null;
  private listener: BusListener | null = null;
  private id = '';
  private failures = 0;
  /** Time since which texts for all have not come back, by the monotonic clock (ms); null if all have. */
  private unheardSince: number | null = null;
  private readonly reconnecting = new BackgroundLoop({
    work: () => this.reconnect(),
    pollMs: Number.POSITIVE_INFINITY,
    onError: () => undefined,
  });

  constructor(private readonly logger: Logger) {
    super();
  }

  /** Opens a connection that receives texts for all and for the process `id`. */
  protected abstract connect(id: string, heard: Heard): Promise<BusConnection>;

  async open(id: string, listener: BusListener): Promise<void> {
    this.id = id;
    this.listener = listener;
    try {
      this.connection = await this.tried();
    } catch (error) {
      if (error instanceof DeafError) throw error;
      // The error is not passed as the cause, since a driver may keep the password with a command.
      throw new Error(`The bus cannot connect to ${this.what}: ${getErrorMessage(error)}`);
    }
    this.reconnecting.start(Number.POSITIVE_INFINITY);
  }

  async send(texts: readonly Outgoing[]): Promise<void> {
    const { connection } = this;
    if (connection === null || texts.length === 0) return;
    if (this.unheardSince !== null && performance.now() - this.unheardSince > SILENT_MS)
      return this.lose(connection, 'nothing that it sends comes back');
    if (texts.some(({ to }) => to === null)) this.unheardSince ??= performance.now();
    try {
      await connection.send(texts);
    } catch (error) {
      this.lose(connection, getErrorMessage(error));
    }
  }

  get isUp(): boolean {
    return this.connection !== null;
  }

  async close(): Promise<void> {
    this.listener = null;
    const { connection } = this;
    this.connection = null;
    await this.reconnecting.stop();
    await connection?.end();
  }

  /** Returns a connection over which a text has come back. */
  private async tried(): Promise<BusConnection> {
    const back = Promise.withResolvers<void>();
    let connection: BusConnection | null = null;
    let lostWhy: string | null = null;
    connection = await this.connect(this.id, {
      text: (text) => {
        this.unheardSince = null;
        if (text === TRIAL) back.resolve();
        else this.listener?.received(text);
      },
      lost: (why) => {
        lostWhy = why;
        if (connection !== null) this.lose(connection, why);
      },
    });
    try {
      await connection.trial(TRIAL);
      await within(TRIAL_MS, back.promise, () => new DeafError(this.deaf));
      if (lostWhy !== null) throw new Error(lostWhy);
    } catch (error) {
      await connection.end();
      throw error;
    }
    this.unheardSince = null;
    return connection;
  }

  private lose(connection: BusConnection, why: string): void {
    if (this.connection !== connection) return;
    this.connection = null;
    this.logger.warn({ reason: why }, 'the bus is down; reconnecting');
    void connection.end();
    this.reconnecting.trigger();
  }

  /** Returns the time until the next attempt (ms) if this one has failed. */
  private async reconnect(): Promise<number | void> {
    try {
      const connection = await this.tried();
      // The bus was closed meanwhile.
      if (this.listener === null) return await connection.end();
      this.connection = connection;
    } catch (error) {
      this.failures += 1;
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures);
      this.logger.debug({ reason: getErrorMessage(error) }, 'the bus is still down');
      // All servers lose their connections together, and should not reconnect together.
      return pause * (0.5 + Math.random() / 2);
    }
    this.failures = 0;
    this.logger.info('the bus is up again');
    this.listener.reconnected();
  }
}
