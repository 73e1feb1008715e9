import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { metaTaskQuery, metaTasksQuery } from '../../api/meta-tasks.js';
import type { Issue, RequestError } from '../../api/request-error.js';
import type { ParamsCheck } from '../../forms/params-check.js';
import { ParamsEditor } from '../../forms/params-editor.js';
import type { JsonObject } from '../../parts/json.js';
import { Labelled } from '../../parts/labelled.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/schedules.js';
import { MISSED, OVERLAP, type ScheduleDraft } from './schedule-draft.js';
import { ScheduleTimesFields } from './schedule-times-fields.js';

/** Fields of a schedule. A change of `round` resets the params editor. */
export function ScheduleFields({
  draft,
  params,
  issues,
  problem,
  round,
  isNew,
  check,
  onChange,
  onParams,
}: {
  draft: ScheduleDraft;
  params: JsonObject;
  /** Issues of the params, with pointers relative to them. */
  issues: readonly Issue[];
  problem: RequestError | null;
  round: number;
  isNew: boolean;
  check: React.Ref<ParamsCheck>;
  onChange: (part: Partial<ScheduleDraft>) => void;
  onParams: (params: JsonObject) => void;
}) {
  const findFieldError = (name: string): string | undefined =>
    problem?.issues.find(({ pointer }) => pointer === `/${name}`)?.message;
  return (
    <>
      <Labelled id="schedule-name" label={texts.form.name} error={findFieldError('name')}>
        {(field) => (
          <input
            {...field}
            required
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Labelled>
      <MetaTaskField
        value={draft.type}
        error={findFieldError('task_type_identifier')}
        onChange={(type) => onChange({ type })}
      />
      <ScheduleTimesFields draft={draft} findFieldError={findFieldError} onChange={onChange} />
      <Params
        type={draft.type}
        round={round}
        value={params}
        issues={issues}
        check={check}
        onChange={onParams}
      />
      <MoreFields draft={draft} isNew={isNew} findFieldError={findFieldError} onChange={onChange} />
    </>
  );
}

function MetaTaskField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { project } = useProject();
  const known = useInfiniteQuery(metaTasksQuery(project.id, false)).data ?? [];
  return (
    <Labelled id="schedule-type" label={texts.form.type} note={texts.form.typeNote} error={error}>
      {(field) => (
        <>
          <input
            {...field}
            required
            maxLength={100}
            list="schedule-types"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id="schedule-types">
            {known.map(({ identifier }) => (
              <option key={identifier} value={identifier} />
            ))}
          </datalist>
        </>
      )}
    </Labelled>
  );
}

function Params({
  type,
  round,
  ...props
}: { type: string; round: number } & Omit<React.ComponentProps<typeof ParamsEditor>, 'schema'>) {
  const { project } = useProject();
  const { data: known, hasNextPage } = useInfiniteQuery(metaTasksQuery(project.id, false));
  // Avoids a request per keystroke: a meta-task missing from the list is read only if the list is incomplete.
  const isListed = known?.some(({ identifier }) => identifier === type) ?? false;
  const isMaybe = isListed || hasNextPage;
  const read = useQuery({
    ...metaTaskQuery(project.id, type),
    enabled: type !== '' && isMaybe,
    retry: false,
  });
  const found = read.data;
  if (isListed && read.isPending) return <p role="status">{texts.loading}</p>;
  if (type === '') return <p className="quiet">{texts.form.chooseType}</p>;
  return (
    <section className="form-group" aria-label={texts.params}>
      <h3>{texts.params}</h3>
      {found === undefined && known !== undefined && (
        <p className="quiet">{texts.form.noSuchType}</p>
      )}
      <ParamsEditor
        key={`${found?.id ?? ''} ${round}`}
        schema={found?.params_schema ?? null}
        {...props}
      />
    </section>
  );
}

function MoreFields({
  draft,
  isNew,
  findFieldError,
  onChange,
}: {
  draft: ScheduleDraft;
  isNew: boolean;
  findFieldError: (name: string) => string | undefined;
  onChange: (next: Partial<ScheduleDraft>) => void;
}) {
  const { form } = texts;
  return (
    <>
      <Labelled id="schedule-missed" label={texts.missed} error={findFieldError('missed')}>
        {(field) => (
          <select
            {...field}
            value={draft.missed}
            onChange={({ target }) =>
              onChange({ missed: MISSED.find((one) => one === target.value) ?? 'one' })
            }
          >
            {MISSED.map((one) => (
              <option key={one} value={one}>
                {form.missedOptions[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled id="schedule-overlap" label={texts.overlap} error={findFieldError('overlap')}>
        {(field) => (
          <select
            {...field}
            value={draft.overlap}
            onChange={({ target }) =>
              onChange({ overlap: OVERLAP.find((one) => one === target.value) ?? 'skip' })
            }
          >
            {OVERLAP.map((one) => (
              <option key={one} value={one}>
                {form.overlapOptions[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled
        id="schedule-task-name"
        label={form.taskName}
        note={form.taskNameNote}
        error={findFieldError('task_name')}
      >
        {(field) => (
          <input
            {...field}
            maxLength={200}
            value={draft.taskName}
            onChange={({ target }) => onChange({ taskName: target.value })}
          />
        )}
      </Labelled>
      {isNew && (
        <div className="form-field">
          <label className="flag">
            <input
              type="checkbox"
              checked={draft.paused}
              onChange={({ target }) => onChange({ paused: target.checked })}
            />
            {form.paused}
          </label>
        </div>
      )}
    </>
  );
}
