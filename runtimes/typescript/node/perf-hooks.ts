/** Node's `perf_hooks`, based on the isolate's clock. */
class PerformanceObserver {
  static supportedEntryTypes = [];

  observe(): void {}

  disconnect(): void {}
}

export default { performance, PerformanceObserver, constants: {} };
