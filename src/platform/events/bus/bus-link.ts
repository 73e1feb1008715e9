import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { type EventBus, messagesMissed, type Others, type Peer, peerHeard } from '../event-bus.js';
import type { Bus, BusListener } from './bus.js';
import { parseEnvelope } from './envelope.js';
import { Outbox } from './outbox.js';

/** Maximum time between two texts for all servers (ms): servers know of each other through them. */
const BEAT_MS = 2_000;
/** Silence after which a server counts as gone (ms). */
const GONE_MS = 5 * BEAT_MS;
/** Minimum time between two sends (ms): under load, messages that arrive in between are sent together. */
const PAUSE_MS = 10;

/**
 * Connects the messages of this process with those of the other servers. Without other servers, it sends only
 * heartbeats.
 */
export class BusLink implements Others, BusListener {
  readonly peers = new Map<string, Peer>();
  private readonly outbox = new Outbox();
  private readonly loop: BackgroundLoop;
  /** Time when the last text for all was sent, by the monotonic clock (ms). */
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

  /** Resolves once messages of other servers are received. Rejects like {@link Bus.open}. */
  static async open(bus: Bus, events: EventBus, logger: Logger): Promise<BusLink> {
    const link = new BusLink(bus, events, logger);
    await bus.open(events.id, link);
    if (bus.alone) return link;
    events.connect(link);
    link.loop.start();
    return link;
  }

  /** The adapter and its state. */
  get state(): Pick<Bus, 'kind' | 'isUp' | 'alone'> {
    return this.bus;
  }

  /** Time since any other server was last heard from (ms); null without others. */
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
      // The new peer cannot know this server yet.
      if (isNew) this.announce();
    }
    for (const { name, value } of messages) this.events.receive(name, value);
    this.events.publish(peerHeard, { id: from });
  }

  reconnected(): void {
    this.events.publish(messagesMissed, {});
  }

  /** Signs off from the other servers and closes the connection. */
  async close(): Promise<void> {
    this.closing = true;
    await this.loop.stop();
    this.peers.clear();
    if (!this.bus.alone) await this.bus.send(this.outbox.take(this.head(true), true));
    await this.bus.close();
  }

  private async flush(): Promise<void> {
    // All messages of a commit are published in one turn of the event loop, and those of several commits if many end
    // together.
    await nextTurn();
    const now = performance.now();
    for (const [id, { heardAt }] of this.peers) if (now - heardAt > GONE_MS) this.peers.delete(id);
    // A timer may fire slightly early.
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
