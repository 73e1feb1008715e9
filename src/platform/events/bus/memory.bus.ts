import { Bus, type BusListener, type Outgoing } from './bus.js';

/** A bus within one process: for a single server, or for several in the same program that share `members`. */
export class MemoryBus extends Bus {
  readonly kind = 'memory';
  private id = '';

  constructor(private readonly members: Map<string, BusListener> | null = null) {
    super();
  }

  get alone(): boolean {
    return this.members === null;
  }

  async open(id: string, listener: BusListener): Promise<void> {
    this.id = id;
    this.members?.set(id, listener);
  }

  async send(texts: readonly Outgoing[]): Promise<void> {
    for (const { to, text } of texts)
      for (const [id, listener] of this.members ?? [])
        if (to === null || to === id) listener.received(text);
  }

  get isUp(): boolean {
    return true;
  }

  async close(): Promise<void> {
    this.members?.delete(this.id);
  }
}
