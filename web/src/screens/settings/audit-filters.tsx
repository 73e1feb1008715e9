import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { AUDIT_SPANS, type AuditFilter, type AuditSpan } from '../../api/audit.js';
import { membersQuery } from '../../api/settings.js';
import { useKeys } from '../../parts/use-keys.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/audit.js';
import { isAction } from './audit-search.js';

const SPANS = Object.keys(AUDIT_SPANS) as AuditSpan[];

/** Fields that filter the list. The filter is kept in the address. */
export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate({ from: '/p/$project/settings/audit' });
  const { action: _, ...others } = filter;
  const [bad, setBad] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useKeys(useMemo(() => ({ '/': () => field.current?.focus() }), []));
  useEffect(() => {
    // The back button or a link may change the address while the field is mounted.
    if (field.current) field.current.value = filter.action ?? '';
  }, [filter.action]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const action = field.current?.value.trim() ?? '';
    setBad(action !== '' && !isAction(action));
    if (action === '') void navigate({ search: others });
    else if (isAction(action)) void navigate({ search: { ...others, action } });
  };
  return (
    <form className="filters" role="search" aria-label={texts.filters} onSubmit={submit}>
      <input
        ref={field}
        type="search"
        className="audit-action"
        maxLength={100}
        aria-label={texts.action}
        aria-invalid={bad || undefined}
        aria-describedby={bad ? 'audit-action-error' : undefined}
        placeholder={texts.action}
        defaultValue={filter.action}
      />
      <UserField filter={filter} />
      <SinceField filter={filter} />
      {filter.credential !== undefined && (
        <button
          type="button"
          aria-label={texts.drop(texts.credential)}
          onClick={() => {
            const { credential: __, ...rest } = filter;
            void navigate({ search: rest });
          }}
        >
          {texts.credential} ×
        </button>
      )}
      {bad && (
        <p id="audit-action-error" className="field-error" role="alert">
          {texts.badAction}
        </p>
      )}
    </form>
  );
}

function UserField({ filter }: { filter: AuditFilter }) {
  const { project } = useProject();
  const navigate = useNavigate({ from: '/p/$project/settings/audit' });
  const members = useQuery(membersQuery(project.id)).data ?? [];
  const { user, ...others } = filter;
  return (
    <select
      aria-label={texts.by}
      value={user ?? ''}
      onChange={({ target }) =>
        void navigate({
          search: target.value === '' ? others : { ...others, user: target.value },
        })
      }
    >
      <option value="">{texts.anybody}</option>
      {user !== undefined && !members.some(({ user_id: id }) => id === user) && (
        <option value={user}>{user}</option>
      )}
      {members.map(({ user_id: id, name }) => (
        <option key={id} value={id}>
          {visibleText(name)}
        </option>
      ))}
    </select>
  );
}

function SinceField({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate({ from: '/p/$project/settings/audit' });
  const { since, ...others } = filter;
  return (
    <select
      aria-label={texts.since}
      value={since ?? ''}
      onChange={({ target }) => {
        const wanted = SPANS.find((span) => span === target.value);
        void navigate({ search: wanted === undefined ? others : { ...others, since: wanted } });
      }}
    >
      <option value="">{texts.anyTime}</option>
      {SPANS.map((span) => (
        <option key={span} value={span}>
          {texts.spans[span]}
        </option>
      ))}
    </select>
  );
}
