/** A replacement for the browser's EventSource, with the members that the client uses. */
export class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeSource[] = [];
  readyState = 1;

  constructor(readonly address: URL) {
    super();
    FakeSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  /** Simulates an error answer of the server, which closes the stream for good. */
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event('error'));
  }

  /** Simulates an event of the server. */
  send(type: string, lastEventId: string, data: object): void {
    this.dispatchEvent(new MessageEvent(type, { lastEventId, data: JSON.stringify(data) }));
  }
}
