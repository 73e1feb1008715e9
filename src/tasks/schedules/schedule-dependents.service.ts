import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import { describeIssues, issuesAt } from '../../base/schema/schema-issue.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { Database } from '../../platform/database/database.js';
import { findGoal } from '../meta-tasks/params-goal.js';
import { Dependents, type TaskRules } from '../meta-tasks/dependents.js';

/** Maximum number of schedules examined per change, and of those named. */
const MAX_LOOKED = 100;
const MAX_NAMED = 10;
/** Length of params above which they are not examined, in characters. */
const MAX_PARAMS = 64 * 1024;
/** Maximum length of a reason, in characters. */
const MAX_REASON = 300;
/** Time after which no further schedule is examined, in ms. */
const LOOK_MS = 2_000;

interface Looked {
  name: string;
  /** Null if they are too long. */
  params: string | null;
}

/** Finds the schedules that a change of their meta-task breaks. */
@Injectable()
export class ScheduleDependents extends Dependents {
  constructor(
    private readonly database: Database,
    private readonly schemas: SchemaValidator,
  ) {
    super();
  }

  async collectWarnings(projectId: string, rules: TaskRules): Promise<string[]> {
    const rows = await this.database.query<Looked>(
      `SELECT name, CASE WHEN LENGTH(params) <= ${MAX_PARAMS} THEN params END AS params FROM schedules
       WHERE project_id = ? AND task_type = ? AND (next_at IS NOT NULL OR paused_at IS NOT NULL)
       ORDER BY CASE WHEN next_at IS NULL THEN 1 ELSE 0 END, next_at, id LIMIT ${MAX_LOOKED + 1}`,
      [projectId, rules.identifier],
    );
    const until = performance.now() + LOOK_MS;
    const broken: string[] = [];
    let left = rows.length > MAX_LOOKED;
    for (const { name, params } of rows.slice(0, MAX_LOOKED)) {
      const known = params !== null && performance.now() < until;
      const reason = known ? await this.findRejectionReason(projectId, rules, params) : undefined;
      if (reason === undefined) left = true;
      else if (reason !== null)
        broken.push(`The schedule ${quoted(name)} makes no task: ${reason}`);
    }
    const more = broken.length - MAX_NAMED;
    return [
      ...broken.slice(0, MAX_NAMED),
      ...(more > 0
        ? [`And ${more} more ${more === 1 ? 'schedule makes' : 'schedules make'} no task.`]
        : []),
      ...(left
        ? [
            'Further schedules of the meta-task were not looked at: there are too many, or it took too long.',
          ]
        : []),
    ];
  }

  /** Returns why params cannot create a task, null if they can, and undefined if that is unknown. */
  private async findRejectionReason(
    projectId: string,
    { paramsSchema, needsGoal, archived }: TaskRules,
    text: string,
  ): Promise<string | null | undefined> {
    if (archived) return 'the meta-task is archived.';
    const params = JSON.parse(text) as JsonObject;
    if (needsGoal && findGoal(params) === null) return 'its params have no goal for the agent.';
    if (paramsSchema === null) return null;
    try {
      const schema = JSON.stringify(paramsSchema);
      const issues = await this.schemas.validate(schema, params, projectId, { waits: false });
      if (issues.length === 0) return null;
      const reason = describeIssues(issuesAt('/params', issues));
      return reason.length < MAX_REASON
        ? `${reason}.`
        : `${reason.slice(0, MAX_REASON).toWellFormed()}…`;
    } catch (error) {
      // The change is already made, and must not fail because of this.
      if (error instanceof MetarunError) return undefined;
      throw error;
    }
  }
}
