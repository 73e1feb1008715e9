import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { RunsFilter } from '../../api/runs.js';
import { isStatus, STATUSES } from '../../api/types.js';
import { useKeys } from '../../parts/use-keys.js';
import { texts } from '../../texts/en.js';

/** Fields that narrow the list; what they say is in the address. */
export function RunsFilters({
  filter,
  onChange,
}: {
  filter: RunsFilter;
  onChange: (filter: RunsFilter) => void;
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
    onChange({
      ...(status !== undefined && { status }),
      ...(wanted !== '' && { type: wanted }),
      ...(q !== '' && { q }),
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
    </form>
  );
}
