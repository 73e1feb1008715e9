const MAX_LENGTH = 64;

/** Returns unique names by which a model calls the tools, since providers only accept letters, digits, "_" and "-". */
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
