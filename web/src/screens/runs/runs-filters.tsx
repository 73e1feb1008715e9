import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { type RunsFilter, SPANS } from '../../api/runs-filter.js';
import { isStatus, STATUSES } from '../../api/types.js';
import { useKeys } from '../../parts/use-keys.js';
import { texts } from '../../texts/en.js';

/** Fields that narrow the list; what they say is in the address. */
export function RunsFilters({
  filter,
  folds,
  onChange,
  onFold,
}: {
  filter: RunsFilter;
  /** True where neighbours that are the same are one row. */
  folds: boolean;
  onChange: (filter: RunsFilter) => void;
  onFold: (folds: boolean) => void;
}) {
  const name = useRef<HTMLInputElement>(null);
  const type = useRef<HTMLInputElement>(null);
  useKeys(useMemo(() => ({ '/': () => name.current?.focus() }), []));
  useEffect(() => {
    // Back and a link change the address alone.
    if (name.current) name.current.value = filter.q ?? '';
    if (type.current) type.current.value = filter.type ?? '';
  }, [filter.q, filter.type]);
  const apply = (status = filter.status): void => {
    const q = name.current?.value.trim() ?? '';
    const wanted = type.current?.value.trim() ?? '';
    const { status: _, type: __, q: ___, ...others } = filter;
    onChange({
      ...(status !== undefined && { status }),
      ...(wanted !== '' && { type: wanted }),
      ...(q !== '' && { q }),
      ...others,
    });
  };
  // A form with several fields and no button is not sent by the key.
  const onEnter = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') apply();
  };
  return (
    <form
      className="filters"
      role="search"
      aria-label={texts.run.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <select
        aria-label={texts.run.columns.status}
        value={filter.status ?? ''}
        onChange={({ target }) => {
          const { status: _, ...others } = filter;
          onChange(isStatus(target.value) ? { ...others, status: target.value } : others);
        }}
      >
        <option value="">{texts.run.anyStatus}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {texts.run.status[status]}
          </option>
        ))}
      </select>
      <input
        ref={type}
        aria-label={texts.run.typeIs}
        placeholder={texts.run.typeIs}
        onKeyDown={onEnter}
        onBlur={() => apply()}
      />
      <input
        ref={name}
        type="search"
        aria-label={texts.run.nameContains}
        placeholder={texts.run.nameContains}
        onKeyDown={onEnter}
        onBlur={() => apply()}
      />
      <SinceField filter={filter} onChange={onChange} />
      <Check
        label={texts.run.rootsOnly}
        on={filter.roots !== false}
        onChange={(on) => {
          const { roots: _, ...others } = filter;
          onChange(on ? others : { ...others, roots: false });
        }}
      />
      <Check label={texts.run.foldSame} on={folds} onChange={onFold} />
      <Others filter={filter} onChange={onChange} />
    </form>
  );
}

function SinceField({
  filter: { since, ...others },
  onChange,
}: {
  filter: RunsFilter;
  onChange: (filter: RunsFilter) => void;
}) {
  const isSpan = since === undefined || Object.hasOwn(SPANS, since);
  return (
    <select
      aria-label={texts.run.since}
      value={since ?? ''}
      onChange={({ target: { value } }) =>
        onChange(value === '' ? others : { ...others, since: value })
      }
    >
      <option value="">{texts.run.anyTime}</option>
      {Object.entries(texts.run.spans).map(([span, text]) => (
        <option key={span} value={span}>
          {text}
        </option>
      ))}
      {!isSpan && <option value={since}>{texts.run.sinceTime(since)}</option>}
    </select>
  );
}

function Check({
  label,
  on,
  onChange,
}: {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

/** Filters that come by links alone, each with the way out. */
function Others({
  filter,
  onChange,
}: {
  filter: RunsFilter;
  onChange: (filter: RunsFilter) => void;
}) {
  const { error, until, schedule, parent } = filter;
  const words = texts.run.andFilter;
  const others: [keyof RunsFilter, string][] = [];
  if (error !== undefined) others.push(['error', words.error(error)]);
  if (until !== undefined) others.push(['until', words.until(until)]);
  if (schedule !== undefined) others.push(['schedule', words.schedule]);
  if (parent !== undefined) others.push(['parent', words.parent]);
  return others.map(([name, text]) => (
    <button
      key={name}
      type="button"
      className="chip"
      aria-label={texts.run.drop(text)}
      onClick={() => {
        const { [name]: _, ...rest } = filter;
        onChange(rest);
      }}
    >
      {text} ✕
    </button>
  ));
}
