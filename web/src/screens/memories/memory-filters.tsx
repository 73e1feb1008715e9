import { type FormEvent, useMemo, useRef } from 'react';
import { MEMORY_KINDS, MEMORY_SCOPES, MEMORY_STATUSES, MEMORY_TRUSTS } from '../../api/memories.js';
import { useKeys } from '../../parts/use-keys.js';
import { texts } from '../../texts/en/memories.js';
import type { MemoriesSearch } from './memories-search.js';

/** Fields that filter the list. The filter is kept in the address. */
export function MemoryFilters({
  search,
  onGo,
}: {
  search: MemoriesSearch;
  onGo: (search: MemoriesSearch) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useKeys(useMemo(() => ({ '/': () => field.current?.focus() }), []));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onGo(withPart(search, 'q', field.current?.value.trim()));
  };
  return (
    <form className="filters" role="search" aria-label={texts.filters} onSubmit={submit}>
      <input
        ref={field}
        key={search.q}
        type="search"
        maxLength={200}
        aria-label={texts.search}
        placeholder={texts.search}
        defaultValue={search.q}
      />
      <Choice
        name="scope"
        values={MEMORY_SCOPES}
        names={texts.scopes}
        search={search}
        onGo={onGo}
      />
      <Choice name="kind" values={MEMORY_KINDS} names={texts.kinds} search={search} onGo={onGo} />
      <Choice
        name="status"
        values={MEMORY_STATUSES}
        names={texts.statuses}
        search={search}
        onGo={onGo}
      />
      <Choice
        name="trust"
        values={MEMORY_TRUSTS}
        names={texts.trusts}
        search={search}
        onGo={onGo}
      />
      {search.run !== undefined && (
        <button
          type="button"
          aria-label={texts.drop(texts.ofRun)}
          onClick={() => onGo(withPart(search, 'run', undefined))}
        >
          {texts.ofRun} ×
        </button>
      )}
    </form>
  );
}

function Choice<Name extends 'scope' | 'kind' | 'status' | 'trust'>({
  name,
  values,
  names,
  search,
  onGo,
}: {
  name: Name;
  values: readonly NonNullable<MemoriesSearch[Name]>[];
  names: Readonly<Record<NonNullable<MemoriesSearch[Name]>, string>>;
  search: MemoriesSearch;
  onGo: (search: MemoriesSearch) => void;
}) {
  return (
    <select
      aria-label={texts[name]}
      value={search[name] ?? ''}
      onChange={({ target }) =>
        onGo(
          withPart(
            search,
            name,
            values.find((one) => one === target.value),
          ),
        )
      }
    >
      <option value="">{texts.any[name]}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  );
}

/** Returns a search with one parameter replaced or removed. */
function withPart<Name extends keyof MemoriesSearch>(
  search: MemoriesSearch,
  name: Name,
  value: MemoriesSearch[Name] | undefined,
): MemoriesSearch {
  const { [name]: _, ...others } = search;
  return value === undefined || value === '' ? others : { ...others, [name]: value };
}
