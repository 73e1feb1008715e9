/** Returns whether a header can have a text as it is. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Returns a text as a header of MCP has it: what is no plain ASCII is written as base64. */
export function mcpHeaderText(text: string): string {
  return isHeaderText(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
