import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Tagged } from '../../api/conditions.js';
import { toRequestError } from '../../api/request-error.js';
import { deleteSchedule, runsOfScheduleQuery, scheduleQuery } from '../../api/schedules.js';
import type { ScheduleDetail } from '../../api/types.js';
import { Bars } from '../../parts/bars.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { orReread } from '../../parts/or-reread.js';
import { Page } from '../../parts/page.js';
import { ScheduleActions, ScheduleTimes } from '../../parts/schedule.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/schedules.js';
import { ChangeScheduleForm } from './schedule-form.js';
import { Ticks } from './ticks.js';

/** Details of a schedule: its next ticks, its past runs, and the form to change it. */
export function ScheduleScreen() {
  const { project } = useProject();
  const { schedule: id } = useParams({ from: '/signed-in/p/$project/schedules/$schedule' });
  const query = useQuery(scheduleQuery(project.id, id));
  const schedule = query.data;
  return (
    <Page
      title={schedule === undefined ? texts.title : visibleText(schedule.name)}
      lead={
        <Link className="back" to="/p/$project/schedules" params={{ project: project.slug }}>
          {texts.back}
        </Link>
      }
      actions={schedule && <Actions schedule={schedule} />}
    >
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError &&
        (toRequestError(query.error).status === 404 ? (
          <Empty title={texts.title} about={texts.gone(id)} />
        ) : (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ))}
      {schedule && <Whole schedule={schedule} />}
    </Page>
  );
}

function Actions({ schedule }: { schedule: Tagged<ScheduleDetail> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  if (!is('author')) return <span className="pill">{texts.state[schedule.state]}</span>;
  const remove = async (): Promise<void> => {
    await orReread(
      () => deleteSchedule(project.id, schedule.id, schedule.etag),
      () => client.invalidateQueries({ queryKey: ['schedule', project.id, schedule.id] }),
    );
    await client.invalidateQueries({ queryKey: ['schedules', project.id] });
    await navigate({ to: '/p/$project/schedules', params: { project: project.slug } });
  };
  return (
    <>
      <span className="pill">{texts.state[schedule.state]}</span>
      <ScheduleActions schedule={schedule} etag={schedule.etag} />
      <ConfirmButton
        label={texts.remove}
        title={texts.of(texts.remove, visibleText(schedule.name))}
        about={texts.removeAbout}
        action={remove}
      />
    </>
  );
}

function Whole({ schedule }: { schedule: Tagged<ScheduleDetail> }) {
  const { project, is } = useProject();
  const { pause_reason: pause, last_error: error, skipped_ticks: skipped } = schedule;
  return (
    <>
      {pause !== null && (
        <p className="note note-error">{visibleText(texts.pausedItself(pause))}</p>
      )}
      {error !== null && (
        <p className="field-error">
          {visibleText(texts.lastError(error, schedule.consecutive_failures))}
        </p>
      )}
      {skipped > 0 && <p className="quiet">{texts.skipped(skipped, schedule.last_skip_reason)}</p>}
      <dl className="figures">
        <div>
          <dt>{texts.form.type}</dt>
          <dd>
            <Link
              to="/p/$project/meta-tasks/$identifier"
              params={{ project: project.slug, identifier: schedule.task_type_identifier }}
            >
              {schedule.task_type_identifier}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{texts.columns.when}</dt>
          <dd>
            <ScheduleTimes schedule={schedule} />
          </dd>
        </div>
        <div>
          <dt>{texts.madeBy}</dt>
          <dd>
            {visibleText(schedule.created_by)}, <When time={schedule.created_at} />
          </dd>
        </div>
        <div>
          <dt>{texts.lastRuns}</dt>
          <dd>
            <LastRuns id={schedule.id} type={schedule.task_type_identifier} />
          </dd>
        </div>
      </dl>
      {is('author') ? (
        <ChangeScheduleForm schedule={schedule} key={schedule.id} />
      ) : (
        <section className="panel">
          <h2>{texts.nextTicks}</h2>
          <Ticks ticks={schedule.next_times} />
        </section>
      )}
    </>
  );
}

function LastRuns({ id, type }: { id: string; type: string }) {
  const { project } = useProject();
  const query = useQuery(runsOfScheduleQuery(project.id, id));
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  const { data } = query;
  if (data === undefined) return null;
  if (data.length === 0) return texts.noRuns;
  return <Bars tasks={data.toReversed()} project={project.slug} type={type} />;
}
