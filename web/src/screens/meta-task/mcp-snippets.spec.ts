import { expect, it } from '@jest/globals';
import { buildMcpSnippets } from './mcp-snippets.js';

it('an MCP call names the tool, quotes its arguments for the shell and reads its key from a variable', () => {
  const { call, client } = buildMcpSnippets({
    url: 'https://run.example',
    project: 'shop',
    identifier: 'word-count',
    params: { text: "it's" },
  });
  expect(call).toContain('https://run.example/external/v1/projects/shop/mcp');
  expect(call).toContain("'Mcp-Name: word-count'");
  expect(call).toContain(String.raw`"text": "it'\''s"`);
  expect(call).toContain('"Authorization: Bearer $KEY"');
  expect(JSON.parse(client)).toEqual({
    mcpServers: {
      'metarun-shop': {
        type: 'http',
        url: 'https://run.example/external/v1/projects/shop/mcp',
        headers: { Authorization: 'Bearer $KEY' },
      },
    },
  });
});
