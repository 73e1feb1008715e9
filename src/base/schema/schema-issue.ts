import { shortened } from '../kernel/quoted.js';

/** An error in a schema, or in a value that does not match one. */
export interface SchemaIssue {
  /** RFC 6901 pointer into the document: the schema in a check, the value in a validation. '' is the whole document. */
  pointer: string;
  /** Predicate of a sentence whose subject is the place: "must be integer", "is required". */
  message: string;
}

/** Most issues that one answer contains. */
export const MAX_ISSUES = 20;

/** Most characters of a message or a pointer; the keys of a value can be as long as the value. */
const MAX_TEXT = 1_000;

/** Returns at most {@link MAX_ISSUES} of the issues, each of bounded length, without duplicates. */
export function boundedIssues(issues: Iterable<SchemaIssue>): SchemaIssue[] {
  const kept = new Map<string, SchemaIssue>();
  for (const { pointer, message } of issues) {
    if (kept.size === MAX_ISSUES) break;
    const issue = { pointer: shortened(pointer, MAX_TEXT), message: shortened(message, MAX_TEXT) };
    kept.set(`${issue.pointer}\n${issue.message}`, issue);
  }
  return [...kept.values()];
}

/** Returns the issues of a part of a document with pointers into the whole: `prefix` is the pointer of the part. */
export function issuesAt(prefix: string, issues: readonly SchemaIssue[]): SchemaIssue[] {
  return issues.map(({ pointer, message }) => ({ pointer: `${prefix}${pointer}`, message }));
}

/** Returns the issues as one line of text: `/params/count must be integer; /params/name is required`. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  return issues.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
}
