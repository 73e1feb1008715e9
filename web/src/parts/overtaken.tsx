import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { lastChangeQuery } from '../api/audit.js';
import { texts } from '../texts/en/editing.js';
import type { Edit } from './use-edit.js';
import { useProject } from './use-project.js';
import { ValueView } from './value-view.js';
import { visibleText } from './visible-text.js';
import { When } from './when.js';

/** Author and time of a change. */
interface Changed {
  by: string;
  at: string;
}

/**
 * Shows what another change has modified since a form was opened, and offers to continue from there. `labels` are the
 * names of the fields.
 */
export function Overtaken<D extends object>({
  edit,
  labels,
  who,
  change,
}: {
  edit: Edit<D>;
  labels: Readonly<Partial<Record<keyof D & string, string>>>;
  /** Author and time, if the resource contains them. */
  who?: Changed;
  /** Otherwise, the operation and the id of the resource, which administrators can look up in the audit log. */
  change?: { action: string; id?: string };
}) {
  const id = useId();
  const place = useRef<HTMLParagraphElement>(null);
  const { overtaken } = edit;
  const isShown = overtaken !== null;
  useEffect(() => {
    if (isShown) place.current?.focus();
  }, [isShown]);
  if (overtaken === null) return null;
  return (
    <section className="note note-error overtaken" aria-labelledby={id}>
      <p id={id} className="overtaken-title" ref={place} tabIndex={-1}>
        {texts.overtaken}
      </p>
      {who && <By who={who} />}
      {!who && change && <FromAudit {...change} />}
      {overtaken.length === 0 ? (
        <p>{texts.same}</p>
      ) : (
        <div className="wide" tabIndex={0} role="region" aria-label={texts.table}>
          <table className="grid">
            <thead>
              <tr>
                {Object.values(texts.columns).map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {overtaken.map(({ name, before, theirs, mine, conflict }) => (
                <tr key={name}>
                  <th scope="row">
                    {labels[name] ?? name}
                    {conflict && <span className="field-error"> ({texts.both})</span>}
                  </th>
                  {[before, theirs, mine].map((value, index) => (
                    <td key={index}>
                      <ValueView value={value} depth={1} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="buttons">
        <button type="button" className="primary" onClick={edit.keepMine}>
          {texts.keepMine}
        </button>
        <button type="button" onClick={edit.takeTheirs}>
          {texts.takeTheirs}
        </button>
      </div>
    </section>
  );
}

function FromAudit({ action, id }: { action: string; id?: string }) {
  const { project, is } = useProject();
  const { data } = useQuery({ ...lastChangeQuery(project.id, action, id), enabled: is('admin') });
  return data == null ? null : <By who={{ by: data.by.name, at: data.at }} />;
}

function By({ who: { by, at } }: { who: Changed }) {
  return (
    <p>
      {texts.changedBy} {visibleText(by)}, <When time={at} />
    </p>
  );
}
