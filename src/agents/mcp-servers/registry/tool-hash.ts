import { createHash } from 'node:crypto';
import { canonical } from '../../../base/kernel/canonical.js';
import type { ListedTool } from './mcp-server.js';

/** Returns the SHA-256, in hex, of all that a server says of a tool, as canonical JSON (RFC 8785). */
export function toolHash(tool: ListedTool): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const text = canonical({ name, title, description, inputSchema, outputSchema, annotations });
  return createHash('sha256').update(text).digest('hex');
}
