import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Tagged } from '../../api/conditions.js';
import { changeRetention, retentionQuery } from '../../api/project-settings.js';
import type { Retention } from '../../api/types.js';
import { Loaded } from '../../parts/loaded.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { texts as all } from '../../texts/en/project-settings.js';
import {
  CHOICES,
  type Choice,
  draftOfRetention,
  FIELDS,
  type Kept,
  type Part,
  PARTS,
  toRetention,
} from './retention-draft.js';
import { SettingsPage } from './settings-page.js';

const texts = all.retention;

/** Retention of runs, events, logs and earlier versions of files. */
export function RetentionScreen() {
  return (
    <SettingsPage needs="viewer">
      <Policy />
    </SettingsPage>
  );
}

function Policy() {
  const { project } = useProject();
  const query = useQuery(retentionQuery(project.id));
  return (
    <Loaded query={query} label={all.loading}>
      {(value) => <Form value={value} />}
    </Loaded>
  );
}

function Form({ value }: { value: Tagged<Retention> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const query = retentionQuery(project.id);
  const edit = useEdit({
    value,
    toDraft: draftOfRetention,
    save: async (draft, { etag }) => {
      const saved = await changeRetention(project.id, toRetention(draft), etag);
      client.setQueryData(query.queryKey, saved);
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  return (
    <form className="panel form narrow-form" onSubmit={edit.submit}>
      <h2>{texts.title}</h2>
      <p className="quiet">{texts.about}</p>
      <Overtaken edit={edit} labels={texts.fields} change={{ action: 'retention.change' }} />
      <fieldset className="form" disabled={!is('admin')}>
        {PARTS.map((part) => (
          <PartFields
            key={part}
            part={part}
            kept={edit.draft[part]}
            effective={value.effective[FIELDS[part]]}
            error={edit.issueAt(`/${FIELDS[part]}`)}
            onChange={(kept) => edit.change({ [part]: kept })}
          />
        ))}
      </fieldset>
      {is('admin') ? (
        <>
          <p>{texts.shorter}</p>
          <SaveBar edit={edit} />
        </>
      ) : (
        <p className="quiet">{all.onlyAdmins}</p>
      )}
    </form>
  );
}

function PartFields({
  part,
  kept: { choice, days },
  effective,
  error,
  onChange,
}: {
  part: Part;
  kept: Kept;
  effective: number;
  error: string | undefined;
  onChange: (kept: Kept) => void;
}) {
  const name = texts.fields[part];
  const formatOption = (one: Choice): string =>
    one === 'default'
      ? texts.choices.default(choice === 'default' ? texts.days(effective) : '…')
      : texts.choices[one];
  return (
    <div className="form-field">
      <label htmlFor={`retention-${part}`}>{name}</label>
      <div className="retention-row">
        <select
          id={`retention-${part}`}
          value={choice}
          onChange={({ target }) => {
            const found = CHOICES.find((one) => one === target.value) ?? 'default';
            onChange({
              choice: found,
              days: found === 'days' ? days || String(effective || 90) : '',
            });
          }}
        >
          {CHOICES.map((one) => (
            <option key={one} value={one}>
              {formatOption(one)}
            </option>
          ))}
        </select>
        {choice === 'days' && (
          <input
            type="number"
            required
            min={1}
            step={1}
            aria-label={texts.daysOf(name)}
            aria-invalid={error !== undefined || undefined}
            value={days}
            onChange={({ target }) => onChange({ choice, days: target.value })}
          />
        )}
        <span className="quiet">
          {texts.effective}: {texts.days(effective)}
        </span>
      </div>
      {error !== undefined && <p className="field-error">{error}</p>}
    </div>
  );
}
