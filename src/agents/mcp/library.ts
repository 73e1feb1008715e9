import type * as node from '@modelcontextprotocol/node';
import type * as protocol from '@modelcontextprotocol/server';

/** Packages of the protocol that the endpoint uses. */
export interface McpLibrary {
  readonly protocol: typeof protocol;
  readonly node: typeof node;
}

let loading: Promise<McpLibrary> | undefined;

/** Returns the packages of the protocol. They are loaded for the first client, since most servers have none. */
export function mcpLibrary(): Promise<McpLibrary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<McpLibrary> {
  const [loadedProtocol, loadedNode] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
  ]);
  return { protocol: loadedProtocol, node: loadedNode };
}
