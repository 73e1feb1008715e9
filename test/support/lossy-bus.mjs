/** Part of the texts that are lost, and part of those that come twice. */
const LOST = 0.3;
const TWICE = 0.3;
/** Longest time that a text takes, ms; they overtake each other. */
const LATE_MS = 2_000;

/** A bus as bad as the port allows: in front of another one it loses texts, doubles them, and gives them late and in any order. */
export class LossyBus {
  #bus;
  #timers = new Set();

  constructor(bus) {
    this.#bus = bus;
  }

  get kind() {
    return this.#bus.kind;
  }

  get alone() {
    return this.#bus.alone;
  }

  get isUp() {
    return this.#bus.isUp;
  }

  open(id, listener) {
    const received = (text) => {
      if (Math.random() < LOST) return;
      const copies = Math.random() < TWICE ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) this.#later(() => listener.received(text));
    };
    return this.#bus.open(id, { received, reconnected: () => listener.reconnected() });
  }

  send(texts) {
    return this.#bus.send(texts);
  }

  async close() {
    await this.#bus.close();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(deliver) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      deliver();
    }, Math.random() * LATE_MS);
    this.#timers.add(timer);
  }
}
