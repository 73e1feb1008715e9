/** Returns whether a header can carry a text unchanged. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Returns a text as the value of an MCP header: anything but plain ASCII is encoded as base64. */
export function mcpHeaderText(text: string): string {
  return isHeaderText(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
