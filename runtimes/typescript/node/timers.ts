/** Node's `timers`, from the isolate's own. */

function setImmediate(callback: (...args: unknown[]) => void, ...args: unknown[]): unknown {
  return setTimeout(callback, 0, ...args);
}

function clearImmediate(id: Parameters<typeof clearTimeout>[0]): void {
  clearTimeout(id);
}

export default {
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout,
  clearInterval,
  clearImmediate,
};
