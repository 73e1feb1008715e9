import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { messageOf } from '../../../base/kernel/errors.js';
import { within } from '../../../base/kernel/within.js';
import { Bus, type BusListener, type Outgoing } from './bus.js';

/** The text by which a connection is tried. */
const TRIAL = 'trial';
/** Longest time until the text of a trial is back, ms. */
const TRIAL_MS = 10_000;
/** The connection is given up if nothing of what it has sent to all comes back for so long, ms. */
const SILENT_MS = 10_000;
/** Pause before the first try to connect again, and the longest one, ms. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** A connection is there, and what is sent does not arrive over it. */
class DeafError extends Error {}

/** The calls that a connection makes. */
export interface Heard {
  /** Takes a text that has come over the connection. */
  text(text: string): void;
  /** Notes that the connection is lost, and why. */
  lost(why: string): void;
}

/** A connection on which this process gets texts. */
export interface BusConnection {
  /** Sends texts, at least one; rejects where it cannot. */
  send(texts: readonly Outgoing[]): Promise<void>;
  /** Sends a text to this process itself, in such a way that it only comes back if those of other servers do. */
  trial(text: string): Promise<void>;
  /** Ends it, whatever its state. */
  end(): Promise<void>;
}

/** A bus over a connection of its own, which is made again when it is lost. */
export abstract class ConnectedBus extends Bus {
  readonly alone = false;
  /** The other side of the connection, in words. */
  protected abstract readonly what: string;
  /** The message where nothing arrives over the connection: what an operator is to do. */
  protected abstract readonly deaf: string;
  private connection: BusConnection | null = null;
  private listener: BusListener | null = null;
  private id = '';
  private failures = 0;
  /** Since when nothing has come back of what was sent to all, by the monotonic clock in ms; null = all has. */
  private unheardSince: number | null = null;
  private readonly reconnecting = new BackgroundLoop({
    work: () => this.reconnect(),
    pollMs: Number.POSITIVE_INFINITY,
    onError: () => undefined,
  });

  constructor(private readonly logger: Logger) {
    super();
  }

  /** Connects, for what is sent to all and to the process `id`. */
  protected abstract connect(id: string, heard: Heard): Promise<BusConnection>;

  async open(id: string, listener: BusListener): Promise<void> {
    this.id = id;
    this.listener = listener;
    try {
      this.connection = await this.tried();
    } catch (error) {
      if (error instanceof DeafError) throw error;
      // Not as the cause: what a driver keeps of a command may be the password.
      throw new Error(`The bus cannot connect to ${this.what}: ${messageOf(error)}`);
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
      this.lose(connection, messageOf(error));
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
    this.logger.warn({ reason: why }, 'the bus is down; it is tried again');
    void connection.end();
    this.reconnecting.trigger();
  }

  /** Returns the ms until the next try, where it has failed. */
  private async reconnect(): Promise<number | void> {
    try {
      const connection = await this.tried();
      // It was closed meanwhile.
      if (this.listener === null) return await connection.end();
      this.connection = connection;
    } catch (error) {
      this.failures += 1;
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures);
      this.logger.debug({ reason: messageOf(error) }, 'the bus is still down');
      // All servers lose their connections together, and shall not come back together.
      return pause * (0.5 + Math.random() / 2);
    }
    this.failures = 0;
    this.logger.info('the bus is up again');
    this.listener.reconnected();
  }
}
