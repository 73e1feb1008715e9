import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import type { McpFailure } from '../connection/mcp-failure.js';

/** The session that a conversation belongs to. */
interface Session {
  send(from: StdioTransport, message: JSONRPCMessage): Promise<void>;
  leave(transport: StdioTransport): void;
}

/** One conversation with a server that others talk to as well. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The requests that it has made. */
  readonly ids = new Set<RequestId>();

  constructor(
    private readonly session: Session,
    readonly fail: (failure: McpFailure) => void,
  ) {}

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.session.send(this, message);
  }

  deliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
  }

  /** There are no sessions to end. */
  terminateSession(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.session.leave(this);
    this.onclose?.();
    return Promise.resolve();
  }
}
