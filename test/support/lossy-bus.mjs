/** Fractions of the messages that are lost and of those that are duplicated. */
const LOST = 0.3;
const TWICE = 0.3;
/** Maximum delay of a message, in ms, by which messages overtake each other. */
const LATE_MS = 2_000;

/**
 * Returns a bus as unreliable as the port allows: it loses, duplicates, delays and reorders the messages of another.
 */
export function lossy(bus) {
  const timers = new Set();
  const later = (deliver) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      deliver();
    }, Math.random() * LATE_MS);
    timers.add(timer);
  };
  const changed = {
    open(id, listener) {
      const received = (text) => {
        if (Math.random() < LOST) return;
        const copies = Math.random() < TWICE ? 2 : 1;
        for (let copy = 0; copy < copies; copy += 1) later(() => listener.received(text));
      };
      return bus.open(id, { received, reconnected: () => listener.reconnected() });
    },
    send: (texts) => bus.send(texts),
    async close() {
      await bus.close();
      for (const timer of timers) clearTimeout(timer);
    },
  };
  return new Proxy(bus, { get: (target, name) => changed[name] ?? Reflect.get(target, name) });
}
