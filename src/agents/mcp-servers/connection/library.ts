import type * as client from '@modelcontextprotocol/client';

export type McpClientLibrary = typeof client;

let loading: Promise<McpClientLibrary> | undefined;

/** Returns the package of the protocol. It is loaded for the first call, since most servers make none. */
export function clientLibrary(): Promise<McpClientLibrary> {
  loading ??= import('@modelcontextprotocol/client');
  return loading;
}
