/** Options of Node's `util.inspect` for a value in one line, shortened. */
export const IN_LINE = {
  breakLength: Infinity,
  compact: true,
  depth: 1,
  maxArrayLength: 10,
  maxStringLength: 200,
};

/** The text of a value whose own code fails while it is read. */
export const UNREADABLE = '[a value that cannot be read]';
