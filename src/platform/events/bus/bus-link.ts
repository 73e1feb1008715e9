import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { type EventBus, messagesMissed, type Others, type Peer, peerHeard } from '../event-bus.js';
import type { Bus, BusListener } from './bus.js';
import { parseEnvelope } from './envelope.js';
import { Outbox } from './outbox.js';

/** Longest time from one text for all to the next, ms: by it servers know of each other. */
const BEAT_MS = 2_000;
/** A server of which nothing was heard for so long is taken for gone, ms. */
const GONE_MS = 5 * BEAT_MS;
/** Shortest time between two sends, ms: under load what comes meanwhile goes together. */
const PAUSE_MS = 10;

/** Connects the messages of this process with those of the other servers. While there are none, nothing but a beat is sent. */
export class BusLink implements Others, BusListener {
  readonly peers = new Map<string, Peer>();
  private readonly outbox = new Outbox();
  private readonly loop: BackgroundLoop;
  /** When the last text for all was sent, by the monotonic clock in ms. */
  private beatAt = Number.NEGATIVE_INFINITY;
  private mustBeat = false;
  private closing = false;

  private constructor(
    private readonly bus: Bus,
    private readonly events: EventBus,
    logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.flush(),
      pollMs: BEAT_MS,
      pauseMs: PAUSE_MS,
      onError: (error) => logger.warn({ err: error }, 'failed to send messages to other servers'),
    });
  }

  /** Resolves once messages of other servers are received. Rejects as {@link Bus.open} does. */
  static async open(bus: Bus, events: EventBus, logger: Logger): Promise<BusLink> {
    const link = new BusLink(bus, events, logger);
    await bus.open(events.id, link);
    if (bus.alone) return link;
    events.connect(link);
    link.loop.start();
    return link;
  }

  /** The adapter, and whether it is up. */
  get state(): Pick<Bus, 'kind' | 'isUp' | 'alone'> {
    return this.bus;
  }

  /** The time since any other server was heard of, ms; null without others. */
  get unheardMs(): number | null {
    const times = [...this.peers.values()].map(({ heardAt }) => heardAt);
    return times.length === 0 ? null : performance.now() - Math.max(...times);
  }

  send(to: string | null, name: string, value: unknown): void {
    if (this.peers.size === 0) return;
    this.outbox.add(to, name, value);
    this.loop.trigger();
  }

  announce(): void {
    if (this.peers.size === 0) return;
    this.mustBeat = true;
    this.loop.trigger();
  }

  received(text: string): void {
    const envelope = parseEnvelope(text);
    if (envelope === null || envelope.from === this.events.id || this.closing) return;
    const { from, status, last, messages } = envelope;
    if (last) this.peers.delete(from);
    else {
      const isNew = !this.peers.has(from);
      this.peers.set(from, { heardAt: performance.now(), status });
      // It cannot know of this one yet.
      if (isNew) this.announce();
    }
    for (const { name, value } of messages) this.events.receive(name, value);
    this.events.publish(peerHeard, { id: from });
  }

  reconnected(): void {
    this.events.publish(messagesMissed, {});
  }

  /** Says good-bye to the others, and ends the connection. */
  async close(): Promise<void> {
    this.closing = true;
    await this.loop.stop();
    this.peers.clear();
    if (!this.bus.alone) await this.bus.send(this.outbox.take(this.head(true), true));
    await this.bus.close();
  }

  private async flush(): Promise<void> {
    // All messages of a commit are published in one turn of the event loop, and of several where many end at once.
    await nextTurn();
    const now = performance.now();
    for (const [id, { heardAt }] of this.peers) if (now - heardAt > GONE_MS) this.peers.delete(id);
    // A timer may fire a little early.
    const beats = this.mustBeat || now - this.beatAt > BEAT_MS - PAUSE_MS;
    this.mustBeat = false;
    const texts = this.outbox.take(this.head(false), beats);
    if (texts.some(({ to }) => to === null)) this.beatAt = now;
    if (texts.length > 0) await this.bus.send(texts);
  }

  private head(last: boolean) {
    return { from: this.events.id, status: this.events.status(), last };
  }
}
