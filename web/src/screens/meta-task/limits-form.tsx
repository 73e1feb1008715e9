import { useQueryClient } from '@tanstack/react-query';
import { type Tagged, versionTag } from '../../api/conditions.js';
import {
  changeMetaTask,
  LIMIT_NAMES,
  type LimitName,
  metaTaskQuery,
} from '../../api/meta-tasks.js';
import type { MetaTask } from '../../api/types.js';
import { TextField } from '../../parts/fields.js';
import { parseNumberField, numberText } from '../../parts/number-text.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-task.js';

type Draft = Record<LimitName, string>;

/** Form that changes the limits and retries of a meta-task, which creates a new version. */
export function LimitsForm({ metaTask }: { metaTask: MetaTask }) {
  const { project } = useProject();
  const client = useQueryClient();
  const query = metaTaskQuery(project.id, metaTask.identifier);
  const edit = useEdit({
    value: tagged(metaTask),
    toDraft,
    save: async (draft, base) => {
      const saved = await changeMetaTask(project.id, base, changed(toDraft(base), draft));
      client.setQueryData(query.queryKey, saved);
      await client.invalidateQueries({ queryKey: ['meta-task', project.id, metaTask.identifier] });
      return tagged(saved);
    },
    reread: async () => tagged(await client.fetchQuery({ ...query, staleTime: 0 })),
  });
  return (
    <details className="panel">
      <summary>{texts.limits.change}</summary>
      <form className="form" onSubmit={edit.submit}>
        <p className="quiet">{texts.limits.changeNote}</p>
        <Overtaken
          edit={edit}
          labels={texts.limits.names}
          who={{ by: metaTask.created_by, at: metaTask.version_created_at }}
        />
        <div className="field-grid">
          {LIMIT_NAMES.map((name) => (
            <TextField
              key={name}
              id={`limit-${name}`}
              label={texts.limits.names[name]}
              error={edit.issueAt(`/${name}`)}
              input={{ type: 'number', step: 'any' }}
              value={edit.draft[name]}
              onChange={(value) => edit.change({ [name]: value })}
            />
          ))}
        </div>
        <SaveBar edit={edit} />
      </form>
    </details>
  );
}

function toDraft(metaTask: MetaTask): Draft {
  const entries = LIMIT_NAMES.map((name) => [name, numberText(metaTask[name])] as const);
  return Object.fromEntries(entries) as Draft;
}

/** Returns the changed fields only, so that unchanged ones keep following their defaults. */
function changed(before: Draft, draft: Draft): Partial<Record<LimitName, number | null>> {
  return Object.fromEntries(
    LIMIT_NAMES.filter((name) => before[name] !== draft[name]).map((name) => [
      name,
      parseNumberField(draft[name]),
    ]),
  );
}

function tagged<T extends MetaTask>(metaTask: T): Tagged<T> {
  return { ...metaTask, etag: versionTag(metaTask) };
}
