import { useEffect, useMemo, useRef } from 'react';
import { useKeys } from '../../../parts/use-keys.js';
import { timelineTexts } from '../../../texts/en/timeline.js';
import type { RunSearch } from '../run-search.js';

/** Fields that filter and sort the timeline, and its legend. */
export function TimelineBar({
  search: { only, name = '', sort, from },
  count,
  onChange,
}: {
  search: RunSearch;
  count: number;
  onChange: (next: Partial<Record<keyof RunSearch, unknown>>) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useKeys(useMemo(() => ({ '/': () => field.current?.focus() }), []));
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = name;
  }, [name]);
  return (
    <div className="logs-bar">
      <div className="choices" role="group" aria-label={timelineTexts.order}>
        <button
          type="button"
          aria-pressed={sort === undefined}
          onClick={() => onChange({ sort: undefined })}
        >
          {timelineTexts.byTime}
        </button>
        <button
          type="button"
          aria-pressed={sort === 'duration'}
          onClick={() => onChange({ sort: 'duration' })}
        >
          {timelineTexts.byDuration}
        </button>
      </div>
      {(['failed', 'now'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className="chip"
          aria-pressed={only === each}
          onClick={() => onChange({ only: only === each ? undefined : each })}
        >
          {timelineTexts.only[each]}
        </button>
      ))}
      <input
        ref={field}
        type="search"
        aria-label={timelineTexts.name}
        placeholder={timelineTexts.name}
        defaultValue={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {from !== undefined && (
        <button type="button" onClick={() => onChange({ from: undefined, to: undefined })}>
          {timelineTexts.whole} <kbd>0</kbd>
        </button>
      )}
      <span className="quiet">
        {timelineTexts.count(count)} · {timelineTexts.legend}
      </span>
    </div>
  );
}
