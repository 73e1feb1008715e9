import { quoted } from '../../parts/shell-word.js';

const REVISION = '2026-07-28';

/** Examples for clients of the Model Context Protocol. They contain no credentials: `$KEY` stands for an API key. */
export interface McpSnippets {
  /** Command that calls the meta-task as an MCP tool. */
  call: string;
  /** Settings of an MCP client that connect it to the project. */
  client: string;
}

export function buildMcpSnippets({
  url,
  project,
  identifier,
  params,
}: {
  /** Address of the server, without a trailing slash. */
  url: string;
  project: string;
  identifier: string;
  params: Readonly<Record<string, unknown>>;
}): McpSnippets {
  const endpoint = `${url}/external/v1/projects/${project}/mcp`;
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: identifier,
      arguments: params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': REVISION,
        'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '8' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const settings = {
    mcpServers: {
      [`metarun-${project}`]: {
        type: 'http',
        url: endpoint,
        headers: { Authorization: 'Bearer $KEY' },
      },
    },
  };
  return {
    call: [
      `curl -s ${quoted(endpoint)} \\`,
      '  -H "Authorization: Bearer $KEY" \\',
      '  -H "Content-Type: application/json" \\',
      '  -H "Accept: application/json, text/event-stream" \\',
      `  -H "MCP-Protocol-Version: ${REVISION}" \\`,
      '  -H "Mcp-Method: tools/call" \\',
      `  -H ${quoted(`Mcp-Name: ${identifier}`)} \\`,
      `  -d ${quoted(JSON.stringify(message, null, 2))}`,
    ].join('\n'),
    client: JSON.stringify(settings, null, 2),
  };
}
