/** Part of the texts that are lost, and part of those that come twice. */
const LOST = 0.3;
const TWICE = 0.3;
/** Longest time that a text takes, ms; they overtake each other. */
const LATE_MS = 2_000;

/** Returns a bus as bad as the port allows: one that loses the texts of another, doubles them, and gives them late and in any order. */
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
