/**
 * Splits an error message such as `ValueError: no rate` into the class and the text. The class is null if the message
 * has none.
 */
export function splitMessage(message: string): { type: string | null; text: string } {
  const [, type, text] = /^([\p{Lu}_][\w.$]*): ([\s\S]*)$/u.exec(message) ?? [];
  return type === undefined || text === undefined ? { type: null, text: message } : { type, text };
}
