/** A completion after a dot, or of the name of a param. */
export interface Completion {
  label: string;
  /** Arguments or type, shown next to the label. */
  detail: string;
}

/** Completions of members and params. */
export interface MemberCompletions {
  /** Members by the expression before the dot, such as `reporter` and `reporter.files`. */
  members: Readonly<Record<string, readonly Completion[]>>;
  params: readonly Completion[];
}

export const NO_COMPLETIONS: MemberCompletions = { members: {}, params: [] };

const MEMBER = /([A-Za-z_][\w.]*)\.(\w*)$/;
/** Matches `params["…`, `params.get("…` and `params['…`. */
const KEY = /\bparams(?:\[|\.get\()\s*["'](\w*)$/;

/**
 * Returns the completions at the end of a partial line, and the number of characters already typed; null if none are
 * known.
 */
export function completionsAt(
  before: string,
  { members, params }: MemberCompletions,
): { options: readonly Completion[]; typed: number } | null {
  const key = KEY.exec(before);
  if (key !== null) return found(params, key[1]);
  const member = MEMBER.exec(before);
  if (member === null) return null;
  const [, owner = '', typed = ''] = member;
  if (owner === 'params') return found(params, typed);
  return Object.hasOwn(members, owner) ? found(members[owner] ?? [], typed) : null;
}

function found(
  options: readonly Completion[],
  typed = '',
): { options: readonly Completion[]; typed: number } | null {
  return options.length === 0 ? null : { options, typed: typed.length };
}

/** Returns the params of a schema with their types. */
export function paramCompletions(schema: unknown): Completion[] {
  const properties = toRecord(toRecord(schema)['properties']);
  return Object.entries(properties).map(([label, of]) => {
    const { type } = toRecord(of);
    return { label, detail: Array.isArray(type) ? type.join(' | ') : toTextOrEmpty(type) };
  });
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function toTextOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
