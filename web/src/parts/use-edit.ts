import { type FormEvent, useState } from 'react';
import { isOvertaken, type Tagged } from '../api/conditions.js';
import { type RequestError, toRequestError } from '../api/request-error.js';
import { listDifferences, type FieldDifference, isSame, mergedDraft } from './three-way.js';

/** State of a form whose resource others may change in the meantime. */
export interface Edit<D extends object> {
  draft: D;
  change: (part: Partial<D>) => void;
  busy: boolean;
  saved: boolean;
  /** Warnings in the response to the last save. */
  warnings: readonly string[];
  /** True if the form differs from the state that it started from. */
  isChanged: boolean;
  problem: RequestError | null;
  issueAt: (pointer: string) => string | undefined;
  /** Changes when the fields must be reset to another state. */
  round: number;
  /** Fields that another change has modified, if the server refused the form for that reason. */
  overtaken: FieldDifference<keyof D & string>[] | null;
  /** Continues from the new state with the changes of this form. */
  keepMine: () => void;
  /** Discards the changes of this form and continues from the new state. */
  takeTheirs: () => void;
  submit: (event: FormEvent) => void;
}

/**
 * Edits a resource on the basis of the state that was read, and never overwrites a change made in between. While the
 * form is unchanged, it follows the refetched state.
 */
export function useEdit<T, D extends object>({
  value,
  toDraft,
  save,
  reread,
  check,
}: {
  value: Tagged<T>;
  toDraft: (value: T) => D;
  /** Sends the form with the ETag of the state that it is based on. Returns the new state. */
  save: (draft: D, base: Tagged<T>) => Promise<Tagged<T> & { warnings?: readonly string[] }>;
  reread: () => Promise<Tagged<T>>;
  /** Returns whether the form may be sent. */
  check?: () => Promise<boolean>;
}): Edit<D> {
  const [base, setBase] = useState(value);
  const [draft, setDraft] = useState(() => toDraft(value));
  const [seen, setSeen] = useState(value.etag);
  const [current, setCurrent] = useState<Tagged<T> | null>(null);
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const [saved, setSaved] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const isChanged = !isSame(draft, toDraft(base));
  const goOn = (from: Tagged<T>, next: D): void => {
    setBase(from);
    setRound(round + 1);
    setDraft(next);
    setCurrent(null);
    setProblem(null);
  };
  if (value.etag !== seen) {
    setSeen(value.etag);
    if (!isChanged && value.etag !== base.etag) goOn(value, toDraft(value));
  }
  const send = async (): Promise<void> => {
    setBusy(true);
    setSaved(false);
    setProblem(null);
    try {
      if (check !== undefined && !(await check())) return;
      const next = await save(draft, base);
      goOn(next, toDraft(next));
      setSaved(true);
      setWarnings(next.warnings ?? []);
    } catch (thrown) {
      if (isOvertaken(thrown)) setCurrent(await reread());
      else setProblem(toRequestError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return {
    draft,
    change: (part) => {
      setSaved(false);
      setDraft({ ...draft, ...part });
    },
    busy,
    round,
    saved,
    warnings,
    isChanged,
    problem,
    issueAt: (pointer) => problem?.issueAt(pointer),
    overtaken: current === null ? null : listDifferences(toDraft(base), toDraft(current), draft),
    keepMine: () => {
      if (current !== null) goOn(current, mergedDraft(toDraft(base), toDraft(current), draft));
    },
    takeTheirs: () => {
      if (current !== null) goOn(current, toDraft(current));
    },
    submit: (event) => {
      event.preventDefault();
      void send().catch((thrown: unknown) => setProblem(toRequestError(thrown)));
    },
  };
}
