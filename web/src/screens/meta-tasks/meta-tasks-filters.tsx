import { useEffect, useMemo, useRef } from 'react';
import { useKeys } from '../../parts/use-keys.js';
import { texts } from '../../texts/en/meta-tasks.js';
import { LANGUAGES, type MetaTasksFilter } from './meta-tasks-search.js';

/** Fields that filter the list. The filter is kept in the address. */
export function MetaTasksFilters({
  filter,
  onChange,
}: {
  filter: MetaTasksFilter;
  onChange: (filter: MetaTasksFilter) => void;
}) {
  const name = useRef<HTMLInputElement>(null);
  useKeys(useMemo(() => ({ '/': () => name.current?.focus() }), []));
  useEffect(() => {
    // The back button or a link may change the address while the field is mounted.
    if (name.current && name.current.value.trim() !== (filter.q ?? ''))
      name.current.value = filter.q ?? '';
  }, [filter.q]);
  const change = (next: MetaTasksFilter): void => {
    const { q = '', lang, archived } = { ...filter, ...next };
    onChange({
      ...(q !== '' && { q }),
      ...(lang !== undefined && { lang }),
      ...(archived === true && { archived }),
    });
  };
  return (
    <form
      className="filters"
      role="search"
      aria-label={texts.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <input
        ref={name}
        type="search"
        maxLength={200}
        aria-label={texts.nameContains}
        placeholder={texts.nameContains}
        defaultValue={filter.q}
        onChange={({ target }) => change({ q: target.value.trim() })}
      />
      <select
        aria-label={texts.language}
        value={filter.lang ?? ''}
        onChange={({ target }) => {
          const { lang: _, ...others } = filter;
          const lang = LANGUAGES.find((one) => one === target.value);
          onChange(lang === undefined ? others : { ...others, lang });
        }}
      >
        <option value="">{texts.anyLanguage}</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {texts.languages[language]}
          </option>
        ))}
      </select>
      <label className="flag">
        <input
          type="checkbox"
          checked={filter.archived === true}
          onChange={({ target }) => change({ archived: target.checked })}
        />
        {texts.archived}
      </label>
    </form>
  );
}
