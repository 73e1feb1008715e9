import { shownPath } from '../../../tooling/authoring/author-path.js';
import {
  changesAnything,
  type Deployed,
  type DeploymentPlan,
} from '../../../tooling/authoring/deployment.js';
import type { FieldChange } from '../../../tooling/authoring/field-change.js';
import type { MetaTaskFolder } from '../../../tooling/authoring/meta-task-folder.js';
import type { Need } from './deploy-needs.js';
import type { PlannedFiles } from './deploy-files.js';
import type { Connection } from '../../toolkit/connection.js';

/** A meta-task that is not deployed. */
export interface Skipped {
  metaTask: MetaTaskFolder;
  why: string;
}

interface Outcome {
  /** Null for a dry run. */
  deployed: readonly Deployed[] | null;
  files: PlannedFiles;
  needs: readonly Need[];
  skipped: readonly Skipped[];
}

/**
 * Returns the document of `--json`. `deployed` contains the outcome of each plan with changes, or is null for a dry
 * run.
 */
export function buildDeployDocument(
  { url, project, profile }: Connection,
  plans: readonly DeploymentPlan[],
  { deployed, files, needs, skipped }: Outcome,
): object {
  return {
    server: { url, project, profile },
    dry_run: deployed === null,
    meta_tasks: plans.map((plan) => {
      const { metaTask, current, changes, schedules, newWorkspaces, restored, notes } = plan;
      const done = deployed?.find(({ identifier }) => identifier === metaTask.identifier);
      return {
        path: shownPath(metaTask.file === null ? metaTask.scriptFile : metaTask.folder),
        identifier: metaTask.identifier,
        name: metaTask.name,
        outcome: done?.outcome ?? expected(plan),
        version: done?.version ?? current?.current_version ?? null,
        changes: changes.map(toChangeDocument),
        schedules: schedules.changed.map((one) => ({
          name: one.name,
          outcome: one.id === null ? 'created' : 'changed',
          changes: one.changes.map(toChangeDocument),
        })),
        schedules_left_alone: schedules.leftAlone,
        workspaces_created: newWorkspaces,
        files: [...(files.get(plan)?.added ?? []), ...(files.get(plan)?.changed ?? [])].map(
          ({ path: place }) => place,
        ),
        restored,
        warnings: needs
          .filter((need) => need.identifier === metaTask.identifier)
          .map(({ message }) => message),
        notes,
      };
    }),
    skipped: skipped.map(({ metaTask: { folder, identifier }, why }) => ({
      path: shownPath(folder),
      identifier,
      why,
    })),
  };
}

function expected(plan: DeploymentPlan): Deployed['outcome'] {
  if (plan.current === null) return 'created';
  return changesAnything(plan) ? 'changed' : 'unchanged';
}

function toChangeDocument({ field, from, to }: FieldChange): object {
  return { field, from: from ?? null, to };
}
