const MAX_LENGTH = 64;

/** Returns the name by which a model calls each tool: providers take letters, digits, "_" and "-" alone. No two are the same. */
export function modelNames(tools: readonly string[]): Map<string, string> {
  const byName = new Map<string, string>();
  for (const tool of tools) {
    const plain = tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_LENGTH);
    let name = plain;
    for (let number = 2; byName.has(name); number += 1) {
      const suffix = `_${number}`;
      name = `${plain.slice(0, MAX_LENGTH - suffix.length)}${suffix}`;
    }
    byName.set(name, tool);
  }
  return byName;
}
