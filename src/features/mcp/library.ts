/** What the endpoint uses of the protocol's packages. */
export interface McpLibrary {
  readonly protocol: typeof import('@modelcontextprotocol/server');
  readonly node: typeof import('@modelcontextprotocol/node');
}

let loading: Promise<McpLibrary> | undefined;

/** Returns the packages of the protocol. They are loaded for the first client, since most servers have none. */
export function mcpLibrary(): Promise<McpLibrary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<McpLibrary> {
  const [protocol, node] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
  ]);
  return { protocol, node };
}
