import { useEffect, useMemo, useRef } from 'react';
import { isLevel, LEVELS, type LogLevel } from '../../../api/types.js';
import type { Lines } from '../../../live/line-store.js';
import { Copy } from '../../../parts/copy.js';
import { CLOCKS, usePreferences } from '../../../parts/preferences.js';
import { useKeys } from '../../../parts/use-keys.js';
import { logTexts } from '../../../texts/en/log.js';
import type { RunSearch } from '../run-search.js';
import { GoToTime } from './go-to-time.js';

/** Fields that filter and search the log, and options for its display. */
export function LogsBar({
  log,
  search,
  found,
  at,
  onChange,
  onGo,
  onTime,
  selected,
  onDownload,
}: {
  log: Lines;
  search: RunSearch;
  /** Number of lines that match the search; `at` is the number of the match that is shown. */
  found: number;
  at: number;
  onChange: (next: Partial<Record<keyof RunSearch, unknown>>) => void;
  onGo: (by: 1 | -1) => void;
  /** Shows the line written at a time. Resolves to false if there is no such line. */
  onTime: (time: string) => Promise<boolean>;
  /** Returns the text of the marked lines; null if no lines are marked. */
  selected: () => { text: string; count: number } | null;
  onDownload: () => void;
}) {
  const preferred = usePreferences();
  const { q = '', level, attempt, wrap = preferred.wrap, clock = preferred.clock } = search;
  const field = useRef<HTMLInputElement>(null);
  const range = selected();
  useKeys(
    useMemo(
      () => ({ '/': () => field.current?.focus(), n: () => onGo(1), N: () => onGo(-1) }),
      [onGo],
    ),
  );
  useEffect(() => {
    // The back button or a link may change the address while the field is mounted.
    if (field.current && field.current !== document.activeElement) field.current.value = q;
  }, [q]);
  return (
    <div className="logs-bar" role="search" aria-label={logTexts.search}>
      <select
        aria-label={logTexts.level}
        value={level ?? 'debug'}
        onChange={({ target: { value } }) =>
          onChange({ level: isLevel(value) && value !== 'debug' ? value : undefined })
        }
      >
        {LEVELS.map((each) => (
          <option key={each} value={each}>
            {logTexts.levelWith(logTexts.levels[each], countFrom(log, each))}
          </option>
        ))}
      </select>
      <input
        ref={field}
        type="search"
        aria-label={logTexts.search}
        placeholder={logTexts.search}
        defaultValue={q}
        onChange={({ target }) => onChange({ q: target.value, line: undefined, last: undefined })}
        onKeyDown={({ key, shiftKey }) => key === 'Enter' && onGo(shiftKey ? -1 : 1)}
      />
      {q !== '' && (
        <>
          <span role="status">{logTexts.found(at, found, log.complete)}</span>
          <button type="button" aria-label={logTexts.previous} onClick={() => onGo(-1)}>
            ↑
          </button>
          <button type="button" aria-label={logTexts.next} onClick={() => onGo(1)}>
            ↓
          </button>
        </>
      )}
      {attempt !== undefined && (
        <span>
          {logTexts.ofAttempt(attempt)}{' '}
          <button type="button" className="plain" onClick={() => onChange({ attempt: undefined })}>
            {logTexts.allAttempts}
          </button>
        </span>
      )}
      <span className="logs-looks">
        <span className="quiet" role="status">
          {log.loading ? logTexts.loading : logTexts.summary(log.lines.length, log.complete)}
        </span>
        <select
          aria-label={logTexts.clock}
          value={clock}
          onChange={({ target: { value } }) =>
            onChange({ clock: value === preferred.clock ? undefined : value })
          }
        >
          {CLOCKS.map((each) => (
            <option key={each} value={each}>
              {logTexts.clocks[each]}
            </option>
          ))}
        </select>
        <label className="check">
          <input
            type="checkbox"
            checked={wrap}
            onChange={({ target: { checked } }) =>
              onChange({ wrap: checked === preferred.wrap ? undefined : checked })
            }
          />
          {logTexts.wrap}
        </label>
        <GoToTime onTime={onTime} />
        {range !== null && (
          <Copy text={range.text} className="copy-lines">
            {logTexts.copySelected(range.count)}
          </Copy>
        )}
        <button type="button" onClick={onDownload}>
          {logTexts.download}
        </button>
      </span>
    </div>
  );
}

/** Returns the number of lines of a level or above; null if the counts are unknown. */
function countFrom({ counts }: Lines, level: LogLevel): number | null {
  if (counts === null) return null;
  return LEVELS.slice(LEVELS.indexOf(level)).reduce((sum, each) => sum + counts[each], 0);
}
