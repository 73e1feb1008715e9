import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Me } from '../../api/types.js';
import { Dialog } from '../../parts/dialog.js';
import { visibleText } from '../../parts/visible-text.js';
import { listTexts } from '../../texts/en/runs.js';
import { selectRunsFilter, type RunsSearch } from './runs-search.js';
import {
  builtInViews,
  carried,
  isSame,
  kept,
  storedViews,
  storeViews,
  type View,
  withView,
} from './views.js';

const words = listTexts.views;
const MAX_NAME = 60;

/** Links to named lists: the built-in views and those stored in this browser. */
export function ViewsBar({
  me,
  project,
  search,
  onName,
}: {
  me: Me;
  project: string;
  search: RunsSearch;
  /** Called with the name of a view that was saved, or undefined after one was deleted. */
  onName: (name: string | undefined) => void;
}) {
  const [own, setOwn] = useState(() => storedViews(project));
  const [saving, setSaving] = useState(false);
  const [lost, setLost] = useState(false);
  const builtIn = builtInViews(me);
  const views = [...builtIn, ...own];
  const exact = views.find((view) => isSame(view.search, search));
  // Built-in views match regardless of the display of the list.
  const at = exact ?? builtIn.find((view) => isSame(view.search, selectRunsFilter(search)));
  const { view: named } = search;
  const store = (next: View[]): void => {
    setLost(!storeViews(project, next));
    setOwn(next);
  };
  const save = (name: string): void => {
    store(withView(own, { name, search: kept(search) }));
    setSaving(false);
    onName(name);
  };
  return (
    <nav className="views" aria-label={words.label}>
      {views.map((view) => (
        <Link
          key={view.name}
          to="/p/$project/runs"
          params={{ project }}
          search={{
            ...view.search,
            ...carried(search),
            ...(own.includes(view) && { view: view.name }),
          }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={view === at ? 'page' : undefined}
          className={view === at ? 'view-current' : undefined}
        >
          {visibleText(view.name)}
        </Link>
      ))}
      {exact === undefined && (
        <button type="button" onClick={() => (named === undefined ? setSaving(true) : save(named))}>
          {named === undefined ? words.save : words.shared(visibleText(named))}
        </button>
      )}
      {at !== undefined && own.includes(at) && (
        <button
          type="button"
          aria-label={words.remove(visibleText(at.name))}
          onClick={() => {
            store(own.filter((one) => one !== at));
            onName(undefined);
          }}
        >
          ✕
        </button>
      )}
      {lost && <span role="status">{words.notKept}</span>}
      {saving && (
        <SaveDialog
          taken={own.map(({ name }) => name)}
          onSave={save}
          onClose={() => setSaving(false)}
        />
      )}
    </nav>
  );
}

function SaveDialog({
  taken,
  onSave,
  onClose,
}: {
  taken: readonly string[];
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [name, setName] = useState('');
  const wanted = name.trim();
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        className="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '') onSave(wanted);
        }}
      >
        <p>{words.about}</p>
        <div className="form-field">
          <label htmlFor={id}>{words.name}</label>
          <input
            id={id}
            required
            maxLength={MAX_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        {taken.includes(wanted) && <p role="status">{words.taken}</p>}
        <div className="dialog-actions">
          <button type="submit" className="primary">
            {words.keep}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
