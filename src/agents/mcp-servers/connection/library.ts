import type * as client from '@modelcontextprotocol/client';

export type McpClientLibrary = typeof client;

let loading: Promise<McpClientLibrary> | undefined;

/** Returns the protocol's package. It is loaded for the first call, since most servers never need it. */
export function clientLibrary(): Promise<McpClientLibrary> {
  loading ??= import('@modelcontextprotocol/client');
  return loading;
}
