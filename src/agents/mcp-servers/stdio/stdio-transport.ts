import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import type { McpFailure } from '../connection/mcp-failure.js';

/** The session to which a conversation belongs. */
interface Session {
  send(from: StdioTransport, message: JSONRPCMessage): Promise<void>;
  leave(transport: StdioTransport): void;
}

/** A conversation with a server that is shared with others. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Ids of the requests of this conversation. */
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

  /** Does nothing, as stdio has no sessions. */
  terminateSession(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.session.leave(this);
    this.onclose?.();
    return Promise.resolve();
  }
}
