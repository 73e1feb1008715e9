/** Event stream that a test controls. */
export class FakeEventSource extends EventTarget {
  static readonly open = new Set<FakeEventSource>();
  static readonly CLOSED = 2;
  readyState = 1;

  readonly url: string;

  constructor(address: string | URL) {
    super();
    this.url = String(address);
    FakeEventSource.open.add(this);
  }

  close(): void {
    this.readyState = 2;
    FakeEventSource.open.delete(this);
  }
}

/** Sends an event on all streams whose URL contains `of`. */
export function sendEvent(of: string, type: string, data: object, id = '1'): void {
  const event = (): MessageEvent =>
    new MessageEvent(type, { data: JSON.stringify(data), lastEventId: id });
  for (const source of FakeEventSource.open)
    if (source.url.includes(of)) source.dispatchEvent(event());
}
