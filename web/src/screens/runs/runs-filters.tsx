import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { metaTasksQuery } from '../../api/meta-tasks.js';
import type { RunsFilter } from '../../api/runs-filter.js';
import { texts } from '../../texts/en.js';
import { listTexts } from '../../texts/en/runs.js';
import { MakerField } from './maker-field.js';
import { TimeField } from './time-field.js';

const MAX_VERSION = 2_147_483_647;

/** Fields that filter the list. The filter is kept in the address. */
export function RunsFilters({
  project,
  filter,
  folds,
  makers,
  onChange,
  onFold,
}: {
  /** Id of the project. */
  project: string;
  filter: RunsFilter;
  /** True if consecutive similar runs are folded into one row. */
  folds: boolean;
  /** Makers to choose from, with the user first. */
  makers: ReadonlyMap<string, string>;
  onChange: (filter: RunsFilter) => void;
  onFold: (folds: boolean) => void;
}) {
  const [open, setOpen] = useState(false);
  const [choosesType, setChoosesType] = useState(false);
  const types = useInfiniteQuery({ ...metaTasksQuery(project, false), enabled: choosesType });
  const name = useRef<HTMLInputElement>(null);
  const type = useRef<HTMLInputElement>(null);
  const version = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The back button or a link may change the address while the fields are mounted.
    if (name.current) name.current.value = filter.q ?? '';
    if (type.current) type.current.value = filter.type ?? '';
    if (version.current) version.current.value = filter.version?.toString() ?? '';
  }, [filter.q, filter.type, filter.version]);
  const apply = (): void => {
    const q = name.current?.value.trim() ?? '';
    const wanted = type.current?.value.trim() ?? '';
    const number = Number(version.current?.value ?? '');
    const { type: before, version: _, q: __, ...others } = filter;
    const isVersion = Number.isInteger(number) && number >= 1 && number <= MAX_VERSION;
    onChange({
      ...others,
      ...(wanted !== '' && { type: wanted }),
      // The version belongs to the previous meta-task.
      ...(wanted !== '' && wanted === before && isVersion && { version: number }),
      ...(q !== '' && { q }),
    });
  };
  // A form with several fields and no submit button is not submitted with Enter.
  const onEnter = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') apply();
  };
  const field = { onKeyDown: onEnter, onBlur: apply };
  return (
    <form
      className={open ? 'filters' : 'filters filters-closed'}
      role="search"
      aria-label={texts.run.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <button
        type="button"
        className="filters-toggle"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {texts.run.filters}
      </button>
      <input
        ref={type}
        aria-label={texts.run.typeIs}
        placeholder={texts.run.typeIs}
        list="runs-types"
        onFocus={() => setChoosesType(true)}
        {...field}
      />
      <datalist id="runs-types">
        {types.data?.map(({ identifier }) => (
          <option key={identifier} value={identifier} />
        ))}
      </datalist>
      {filter.type !== undefined && (
        <input
          ref={version}
          className="filter-version"
          type="number"
          min={1}
          max={MAX_VERSION}
          aria-label={listTexts.version}
          placeholder={listTexts.version}
          defaultValue={filter.version}
          {...field}
        />
      )}
      <input
        ref={name}
        type="search"
        aria-label={texts.run.nameContains}
        placeholder={texts.run.nameContains}
        {...field}
      />
      <TimeField filter={filter} onChange={onChange} />
      <MakerField filter={filter} makers={makers} onChange={onChange} />
      <select
        aria-label={listTexts.order.label}
        value={filter.order ?? 'created'}
        onChange={({ target }) => {
          const { order: _, ...others } = filter;
          onChange(target.value === 'finished' ? { ...others, order: 'finished' } : others);
        }}
      >
        <option value="created">{listTexts.order.created}</option>
        <option value="finished">{listTexts.order.finished}</option>
      </select>
      <Check
        label={texts.run.rootsOnly}
        on={filter.roots !== false}
        onChange={(on) => {
          const { roots: _, ...others } = filter;
          onChange(on ? others : { ...others, roots: false });
        }}
      />
      <Check
        label={listTexts.drafts.only}
        on={filter.drafts === true}
        onChange={(on) => {
          const { drafts: _, ...others } = filter;
          onChange(on ? { ...others, drafts: true } : others);
        }}
      />
      <Check label={texts.run.foldSame} on={folds} onChange={onFold} />
      <Others filter={filter} onChange={onChange} />
    </form>
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

/** Filters without a field, which only links and views set, each with a button to remove it. */
function Others({
  filter,
  onChange,
}: {
  filter: RunsFilter;
  onChange: (filter: RunsFilter) => void;
}) {
  const { error, schedule, parent, slow, stale } = filter;
  const words = texts.run.andFilter;
  const others: [keyof RunsFilter, string][] = [];
  if (error !== undefined) others.push(['error', words.error(error)]);
  if (schedule !== undefined) others.push(['schedule', words.schedule]);
  if (parent !== undefined) others.push(['parent', words.parent]);
  if (slow !== undefined) others.push(['slow', listTexts.slow]);
  if (stale !== undefined) others.push(['stale', listTexts.stale]);
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
