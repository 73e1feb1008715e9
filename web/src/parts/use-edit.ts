import { type FormEvent, useState } from 'react';
import { isOvertaken, type Tagged } from '../api/conditions.js';
import { type RequestError, requestErrorOf } from '../api/request-error.js';
import { differencesOf, type FieldDifference, isSame, mergedDraft } from './three-way.js';

/** A form of something that others may change meanwhile. */
export interface Edit<D extends object> {
  draft: D;
  change: (part: Partial<D>) => void;
  busy: boolean;
  saved: boolean;
  /** The warnings in the answer to what was saved. */
  warnings: readonly string[];
  /** True where the form says something else than what was read. */
  isChanged: boolean;
  problem: RequestError | null;
  issueAt: (pointer: string) => string | undefined;
  /** Another number where the fields begin again with another state. */
  round: number;
  /** The fields that another change has changed, where the form was refused for it. */
  overtaken: FieldDifference<keyof D & string>[] | null;
  /** Goes on from the new state, with what was changed here. */
  keepMine: () => void;
  /** Goes on from the new state alone. */
  takeTheirs: () => void;
  submit: (event: FormEvent) => void;
}

/**
 * Edits a thing by the state that was read: another change in between is never overwritten. While nothing is typed, the form follows what
 * is read again.
 */
export function useEdit<T, D extends object>({
  value,
  draftOf,
  save,
  reread,
  check,
}: {
  value: Tagged<T>;
  draftOf: (value: T) => D;
  /** Sends the form with the ETag of the state that it was begun from. Returns the new state. */
  save: (draft: D, base: Tagged<T>) => Promise<Tagged<T> & { warnings?: readonly string[] }>;
  reread: () => Promise<Tagged<T>>;
  /** Returns whether the form may be sent. */
  check?: () => Promise<boolean>;
}): Edit<D> {
  const [base, setBase] = useState(value);
  const [draft, setDraft] = useState(() => draftOf(value));
  const [seen, setSeen] = useState(value.etag);
  const [current, setCurrent] = useState<Tagged<T> | null>(null);
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const [saved, setSaved] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const isChanged = !isSame(draft, draftOf(base));
  const goOn = (from: Tagged<T>, next: D): void => {
    setBase(from);
    setRound(round + 1);
    setDraft(next);
    setCurrent(null);
    setProblem(null);
  };
  if (value.etag !== seen) {
    setSeen(value.etag);
    if (!isChanged && value.etag !== base.etag) goOn(value, draftOf(value));
  }
  const send = async (): Promise<void> => {
    setBusy(true);
    setSaved(false);
    setProblem(null);
    try {
      if (check !== undefined && !(await check())) return;
      const next = await save(draft, base);
      goOn(next, draftOf(next));
      setSaved(true);
      setWarnings(next.warnings ?? []);
    } catch (thrown) {
      if (isOvertaken(thrown)) setCurrent(await reread());
      else setProblem(requestErrorOf(thrown));
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
    overtaken: current === null ? null : differencesOf(draftOf(base), draftOf(current), draft),
    keepMine: () => {
      if (current !== null) goOn(current, mergedDraft(draftOf(base), draftOf(current), draft));
    },
    takeTheirs: () => {
      if (current !== null) goOn(current, draftOf(current));
    },
    submit: (event) => {
      event.preventDefault();
      void send().catch((thrown: unknown) => setProblem(requestErrorOf(thrown)));
    },
  };
}
