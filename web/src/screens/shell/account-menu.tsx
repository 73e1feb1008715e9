import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '../../api/session.js';
import type { Me } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { chooseTheme, storedTheme, THEMES } from '../../parts/theme.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en.js';

/** Menu with the choice of project and theme, and the buttons to sign out. */
export function AccountMenu({
  me,
  project,
  onHelp,
}: {
  me: Me;
  project: string;
  onHelp: () => void;
}) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const leave = async (everywhere: boolean): Promise<void> => {
    try {
      await signOut(everywhere);
      client.clear();
      await navigate({ to: '/login', search: {} });
    } catch (thrown) {
      setError(thrown);
    }
  };
  const { role = me.role } = me.projects.find(({ slug }) => slug === project) ?? {};
  return (
    <>
      <label className="field">
        <span>{texts.project}</span>
        <select
          value={project}
          onChange={({ target }) =>
            void navigate({ to: '/p/$project/runs', params: { project: target.value } })
          }
        >
          {!me.projects.some(({ slug }) => slug === project) && (
            <option value={project}>{project}</option>
          )}
          {me.projects.map(({ id, slug, name }) => (
            <option key={id} value={slug}>
              {visibleText(name)}
            </option>
          ))}
        </select>
      </label>
      <details className="account">
        <summary>{texts.signedInAs(visibleText(me.name), role ?? '')}</summary>
        <label className="field">
          <span>{texts.theme}</span>
          <select
            defaultValue={storedTheme()}
            onChange={({ target }) =>
              chooseTheme(THEMES.find((theme) => theme === target.value) ?? 'system')
            }
          >
            {THEMES.map((theme) => (
              <option key={theme} value={theme}>
                {texts.themes[theme]}
              </option>
            ))}
          </select>
        </label>
        {me.is_admin && <Link to="/health">{texts.health}</Link>}
        {me.is_admin && <Link to="/projects">{texts.projects}</Link>}
        {me.is_admin && (
          <Link to="/users" search={{}}>
            {texts.users}
          </Link>
        )}
        <Link to="/account/tokens">{texts.account}</Link>
        <button type="button" onClick={onHelp}>
          {texts.shortcuts} <kbd>?</kbd>
        </button>
        <button type="button" onClick={() => void leave(false)}>
          {texts.signOut}
        </button>
        <button type="button" onClick={() => void leave(true)}>
          {texts.signOutEverywhere}
        </button>
        {error !== null && <ErrorNote error={error} />}
      </details>
    </>
  );
}
