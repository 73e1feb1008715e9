/** Options of Node's `util.inspect` for an abbreviated value on one line. */
export const IN_LINE = {
  breakLength: Infinity,
  compact: true,
  depth: 1,
  maxArrayLength: 10,
  maxStringLength: 200,
};

/** Text for a value whose own code throws while it is read. */
export const UNREADABLE = '[a value that cannot be read]';
