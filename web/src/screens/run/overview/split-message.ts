/** Returns the class of an error and what it says: `ValueError: no rate`. The class is null where a message has none. */
export function splitMessage(message: string): { type: string | null; text: string } {
  const [, type, text] = /^([\p{Lu}_][\w.$]*): ([\s\S]*)$/u.exec(message) ?? [];
  return type === undefined || text === undefined ? { type: null, text: message } : { type, text };
}
