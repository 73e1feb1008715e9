/** Something that may be written behind a dot, or as the name of a param. */
export interface Completion {
  label: string;
  /** Beside it: its arguments, or its type. */
  detail: string;
}

/** All that may be written somewhere. */
export interface MemberCompletions {
  /** By what stands before the dot, such as `reporter` and `reporter.files`. */
  members: Readonly<Record<string, readonly Completion[]>>;
  params: readonly Completion[];
}

export const NO_COMPLETIONS: MemberCompletions = { members: {}, params: [] };

const MEMBER = /([A-Za-z_][\w.]*)\.(\w*)$/;
/** `params["…`, `params.get("…` and `params['…`. */
const KEY = /\bparams(?:\[|\.get\()\s*["'](\w*)$/;

/** Returns what may follow a part of a line, and how much of it is written; null where nothing is known. */
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

/** Returns the params that a schema names, with their types. */
export function paramCompletions(schema: unknown): Completion[] {
  const properties = membersOf(membersOf(schema)['properties']);
  return Object.entries(properties).map(([label, of]) => {
    const { type } = membersOf(of);
    return { label, detail: Array.isArray(type) ? type.join(' | ') : textOf(type) };
  });
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
