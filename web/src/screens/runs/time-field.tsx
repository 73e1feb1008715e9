import { useState } from 'react';
import { type RunsFilter, SPANS } from '../../api/runs-filter.js';
import { toLocalInput } from '../../parts/local-input.js';
import { texts } from '../../texts/en.js';
import { listTexts } from '../../texts/en/runs.js';

const words = listTexts.time;
const BETWEEN = 'between';

/** Field that filters the list by time: a span until now, or a range between two times. */
export function TimeField({
  filter,
  onChange,
}: {
  filter: RunsFilter;
  onChange: (filter: RunsFilter) => void;
}) {
  const { since, until, ...others } = filter;
  const [chosen, setChosen] = useState(false);
  const isSpan = since === undefined || Object.hasOwn(SPANS, since);
  const between = chosen || !isSpan || until !== undefined;
  return (
    <>
      <select
        aria-label={words.label}
        value={between ? BETWEEN : (since ?? '')}
        onChange={({ target: { value } }) => {
          setChosen(value === BETWEEN);
          if (value === '') onChange(others);
          else if (value !== BETWEEN) onChange({ ...others, since: value });
        }}
      >
        <option value="">{texts.run.anyTime}</option>
        {Object.entries(texts.run.spans).map(([span, text]) => (
          <option key={span} value={span}>
            {text}
          </option>
        ))}
        <option value={BETWEEN}>{words.between}</option>
      </select>
      {between && (
        <>
          <Moment
            label={words.from}
            value={isSpan ? undefined : since}
            onChange={(time) => {
              const { since: _, ...rest } = filter;
              onChange(time === undefined ? rest : { ...rest, since: time });
            }}
          />
          <Moment
            label={words.to}
            value={until}
            onChange={(time) => {
              const { until: _, ...rest } = filter;
              onChange(time === undefined ? rest : { ...rest, until: time });
            }}
          />
        </>
      )}
    </>
  );
}

function Moment({
  label,
  value,
  onChange,
}: {
  label: string;
  /** ISO 8601 time */
  value: string | undefined;
  onChange: (time: string | undefined) => void;
}) {
  const shown = value === undefined ? '' : toLocalInput(value);
  const apply = (local: string): void => {
    if (local !== shown) onChange(local === '' ? undefined : new Date(local).toISOString());
  };
  return (
    <label className="filter-time">
      {label}
      <input
        key={shown}
        type="datetime-local"
        defaultValue={shown}
        onBlur={({ target }) => apply(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget.value);
        }}
      />
    </label>
  );
}
