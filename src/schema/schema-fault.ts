/** What is wrong in a schema, or in a value that does not match one. */
export interface SchemaFault {
  /** RFC 6901 pointer into the document at fault: the schema in a check, the value in a validation. '' is the whole of it. */
  pointer: string;
  /** Continues a sentence that starts with the place: "must be integer", "is required". */
  message: string;
}

/** Faults that one answer carries at most. */
export const MAX_FAULTS = 20;

/** Characters of a message or a pointer; a value's own keys can be as long as the value. */
const MAX_TEXT = 1_000;

/** At most {@link MAX_FAULTS} faults, none twice, each of bounded length. */
export function boundedFaults(faults: Iterable<SchemaFault>): SchemaFault[] {
  const kept = new Map<string, SchemaFault>();
  for (const { pointer, message } of faults) {
    if (kept.size === MAX_FAULTS) break;
    const fault = { pointer: shortened(pointer, MAX_TEXT), message: shortened(message, MAX_TEXT) };
    kept.set(`${fault.pointer}\n${fault.message}`, fault);
  }
  return [...kept.values()];
}

/** `text`, cut to `length` characters with a mark where it was longer. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

/** The faults of a part of a document, as they stand in the whole: `prefix` is the part's place. */
export function faultsAt(prefix: string, faults: readonly SchemaFault[]): SchemaFault[] {
  return faults.map(({ pointer, message }) => ({ pointer: `${prefix}${pointer}`, message }));
}

/** Faults in one line of text: `/params/count must be integer; /params/name is required`. */
export function toldFaults(faults: readonly SchemaFault[]): string {
  return faults.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
}
