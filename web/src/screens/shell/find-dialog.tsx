import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { DASHBOARD_PATH } from '../../api/addresses.js';
import { findQuery, MOST_LETTERS } from '../../api/find.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useSettled } from '../../parts/use-settled.js';
import { visibleText } from '../../parts/visible-text.js';
import { findTexts as texts } from '../../texts/en/find.js';
import { noteOpened, opened, type Result, toResult, screensFor } from './find-results.js';

/** Time without a keystroke after which the server is queried, in ms. */
const PAUSE_MS = 150;

/** Dialog that searches the runs, meta-tasks, schedules, approvals, files and screens of a project. */
export function FindDialog({
  project: { id, slug },
  onClose,
}: {
  project: { id: string; slug: string };
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  // Runs after the dialog has focused its first button.
  useEffect(() => field.current?.focus(), []);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const wanted = typed.trim();
  const q = useSettled(wanted, wanted === '' ? 0 : PAUSE_MS);
  const { data, error, isFetching } = useQuery(findQuery(id, q));
  const found = wanted === '' || data === undefined ? [] : data.map((one) => toResult(slug, one));
  const results = [
    ...(wanted === '' ? opened(slug) : found),
    ...screensFor(slug, wanted).filter(
      ({ href }) => wanted !== '' || !opened(slug).some((one) => one.href === href),
    ),
  ];
  const chosen = Math.min(at, results.length - 1);
  const busy = wanted !== '' && (isFetching || q !== wanted);
  const open = (result: Result, inNewTab: boolean): void => {
    noteOpened(slug, result);
    onClose();
    if (inNewTab) window.open(`${DASHBOARD_PATH}${result.href}`, '_blank', 'noopener');
    else void navigate({ to: result.href });
  };
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const result = results[chosen];
    if (by !== undefined && results.length > 0)
      setAt((chosen + by + results.length) % results.length);
    // Enter is ignored until the results are loaded, because the chosen result may still change.
    else if (event.key === 'Enter' && result && !busy) open(result, event.ctrlKey || event.metaKey);
    else if (event.key !== 'Enter') return;
    event.preventDefault();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="find">
        <input
          type="text"
          role="combobox"
          ref={field}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          aria-expanded={results.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen < 0 ? undefined : `${list}-${chosen}`}
          aria-autocomplete="list"
          autoComplete="off"
          maxLength={MOST_LETTERS}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <p className="quiet" role="status">
          {describeSearchStatus(wanted, busy, found.length, error !== null)}
        </p>
        {error !== null && !busy && <ErrorNote error={error} />}
        <ul id={list} role="listbox" aria-label={texts.results}>
          {results.map((result, index) => (
            <Option
              key={`${result.kind} ${result.href} ${index}`}
              id={`${list}-${index}`}
              result={result}
              selected={index === chosen}
              onOpen={(inNewTab) => open(result, inNewTab)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Option({
  id,
  result: { kind, title, hint },
  selected,
  onOpen,
}: {
  id: string;
  result: Result;
  selected: boolean;
  onOpen: (inNewTab: boolean) => void;
}) {
  useEffect(() => {
    if (selected) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id, selected]);
  return (
    <li
      id={id}
      role="option"
      aria-selected={selected}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <span className="find-kind quiet">{texts.kinds[kind]}</span>
      <bdi className="find-title">{visibleText(title)}</bdi>
      <bdi className="find-hint quiet">{visibleText(hint)}</bdi>
    </li>
  );
}

function describeSearchStatus(q: string, busy: boolean, count: number, failed: boolean): string {
  if (q === '') return texts.hint;
  if (busy) return texts.busy;
  if (failed) return '';
  return count === 0 ? texts.none(visibleText(q)) : texts.count(count);
}
