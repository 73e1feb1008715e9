/** A stream of the browser, as far as it is used. */
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

  /** The server has answered with an error, which ends it for good. */
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event('error'));
  }

  /** The server sends an event. */
  send(type: string, lastEventId: string, data: object): void {
    this.dispatchEvent(new MessageEvent(type, { lastEventId, data: JSON.stringify(data) }));
  }
}
