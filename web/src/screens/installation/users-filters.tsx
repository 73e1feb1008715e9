import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import type { UsersFilter } from '../../api/users.js';
import { useKeys } from '../../parts/use-keys.js';
import { texts } from '../../texts/en/users.js';

/** Fields that filter the list of users. The filter is kept in the address. */
export function UsersFilters({ filter }: { filter: UsersFilter }) {
  const navigate = useNavigate({ from: '/users' });
  const field = useRef<HTMLInputElement>(null);
  useKeys(useMemo(() => ({ '/': () => field.current?.focus() }), []));
  useEffect(() => {
    // The back button or a link may change the address while the field is mounted.
    if (field.current) field.current.value = filter.q ?? '';
  }, [filter.q]);
  const go = ({ q, admin }: { q: string; admin: boolean }): void =>
    void navigate({
      search: { ...(q !== '' && { q }), ...(admin && { admin: true as const }) },
      replace: true,
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    go({ q: field.current?.value.trim() ?? '', admin: filter.admin === true });
  };
  return (
    <form className="filters" role="search" aria-label={texts.filters} onSubmit={submit}>
      <input
        ref={field}
        type="search"
        maxLength={200}
        aria-label={texts.nameContains}
        placeholder={texts.nameContains}
        defaultValue={filter.q}
        onBlur={() =>
          field.current?.value.trim() !== (filter.q ?? '') &&
          go({ q: field.current?.value.trim() ?? '', admin: filter.admin === true })
        }
      />
      <label className="check">
        <input
          type="checkbox"
          checked={filter.admin === true}
          onChange={({ target }) => go({ q: filter.q ?? '', admin: target.checked })}
        />
        {texts.adminsOnly}
      </label>
    </form>
  );
}
