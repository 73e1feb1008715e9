import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { USAGE_GROUPS, type UsageGroup } from '../../api/types.js';
import type { UsageSpan } from '../../api/usage.js';
import { texts } from '../../texts/en/usage.js';
import { MEASURES, type Measure, type UsageSearch } from './usage-search.js';

const SPANS = [7, 30, 90, 365] as const;
const DAY_MS = 86_400_000;

/** Fields for the days, the grouping and the measure. They are kept in the address. */
export function UsageFilters({
  search,
  shown,
}: {
  search: UsageSearch;
  /** Days that are shown if the address does not name any. */
  shown: UsageSpan | undefined;
}) {
  const navigate = useNavigate({ from: '/p/$project/usage' });
  const { by = 'day', show = 'cost' } = search;
  const { from = shown?.from ?? '', to = shown?.to ?? '' } = search;
  const go = (part: { [Name in keyof UsageSearch]: UsageSearch[Name] | undefined }): void => {
    const next = Object.entries({ ...search, ...part }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    void navigate({ search: Object.fromEntries(next) });
  };
  return (
    <form className="filters" role="search" aria-label={texts.filters}>
      <Choice
        label={texts.by}
        names={texts.groups}
        values={USAGE_GROUPS}
        value={by}
        onChange={(next: UsageGroup) => go({ by: next === 'day' ? undefined : next })}
      />
      <Choice
        label={texts.show}
        names={texts.measures}
        values={MEASURES}
        value={show}
        onChange={(next: Measure) => go({ show: next === 'cost' ? undefined : next })}
      />
      <div className="with-name">
        <label htmlFor="usage-from">{texts.from}</label>
        <input
          id="usage-from"
          type="date"
          value={from}
          max={to || undefined}
          onChange={({ target }) => go({ from: target.value })}
        />
      </div>
      <div className="with-name">
        <label htmlFor="usage-to">{texts.to}</label>
        <input
          id="usage-to"
          type="date"
          value={to}
          min={from || undefined}
          onChange={({ target }) => go({ to: target.value })}
        />
      </div>
      <div className="buttons" role="group" aria-label={texts.spans}>
        {SPANS.map((days) => (
          <button
            key={days}
            type="button"
            className="small"
            onClick={() => go({ from: dayBefore(days - 1), to: undefined })}
          >
            {texts.last(days)}
          </button>
        ))}
      </div>
    </form>
  );
}

function Choice<Value extends string>({
  label,
  names,
  values,
  value,
  onChange,
}: {
  label: string;
  names: Readonly<Record<Value, string>>;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="with-name">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const found = values.find((one) => one === target.value);
          if (found !== undefined) onChange(found);
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns the UTC date of the given number of days ago. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}
