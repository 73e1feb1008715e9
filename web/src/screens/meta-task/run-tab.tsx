import type { MetaTask } from '../../api/types.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-task.js';
import { RunForm } from './run-form.js';

/** The form to run a meta-task, where it and its user can. */
export function RunTab({ metaTask }: { metaTask: MetaTask }) {
  const { may } = useProject();
  if (metaTask.archived_at !== null) return null;
  if (metaTask.script === null) return <p className="note">{texts.run.noScript}</p>;
  if (!may('tasks:write')) return <p className="note">{texts.run.mayNot}</p>;
  return <RunForm metaTask={metaTask} />;
}
