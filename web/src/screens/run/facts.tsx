import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { metaTaskQuery } from '../../api/meta-tasks.js';
import { FRESH_MS } from '../../api/related-runs.js';
import { type Attempt, hasEnded, type MetaTask, type Run, type Task } from '../../api/types.js';
import { Bars } from '../../parts/bars.js';
import { ImageName } from '../../parts/image-name.js';
import { metaTaskPlace } from '../../parts/places.js';
import { visibleText } from '../../parts/visible-text.js';
import { useSecond } from '../../parts/when.js';
import { Fact } from '../../parts/fact.js';
import { texts } from '../../texts/en.js';
import { bytes, cost, duration } from '../../texts/en/format.js';
import { texts as images } from '../../texts/en/images.js';
import { runTexts } from '../../texts/en/run.js';
import type { Subject } from './subject.js';

const { facts: words } = runTexts;
const MIB = 1024 * 1024;

/** Facts about a run: its duration, resources and cost, who started it, and other recent runs of the meta-task. */
export function Facts({
  subject,
  attempts,
  recent,
}: {
  subject: Subject;
  attempts: readonly Attempt[];
  recent: readonly Task[];
}) {
  const { project, run } = subject;
  const attempt = attempts.at(-1);
  const queued = attempts[0]?.segments.find(({ state }) => state === 'queued');
  const current = metaTaskQuery(project.id, run.task_type);
  const metaTask = useQuery({ ...current, staleTime: FRESH_MS }).data;
  const limit = metaTask?.version === run.task_type_version ? metaTask.memory_mb : null;
  return (
    <dl className="facts" aria-label={words.label}>
      <Fact name={hasEnded(run.status) ? words.ended : words.since}>
        <Span run={run} />
      </Fact>
      {queued && queued.to !== null && (
        <Fact name={words.waited}>
          {words.queued(Date.parse(queued.to) - Date.parse(queued.from))}
        </Fact>
      )}
      {run.attempt > 0 && (
        <Fact name={words.attempt}>
          {run.attempt > 1 ? (
            <Link from="/p/$project/runs/$task" search={{ tab: 'attempts' }}>
              {words.attemptOf(run.attempt, run.max_attempts)}
            </Link>
          ) : (
            words.attemptOf(run.attempt, run.max_attempts)
          )}
        </Fact>
      )}
      {attempt?.cpu_ms != null && <Fact name={words.resources}>{resources(attempt, limit)}</Fact>}
      {run.usage !== null && (
        <Fact name={words.usage}>
          {words.tokens(
            run.usage.input_tokens + run.usage.output_tokens,
            run.usage.cost_usd === null ? null : cost(run.usage.cost_usd),
          )}
        </Fact>
      )}
      <Fact name={words.metaTask}>
        <Link to={metaTaskPlace(project.slug, run.task_type)}>
          {run.draft
            ? words.draftOf(run.task_type)
            : words.version(run.task_type, run.task_type_version)}
        </Link>
        {!run.draft &&
          metaTask !== undefined &&
          metaTask.current_version !== run.task_type_version && (
            <span className="slow"> {words.notCurrent(metaTask.current_version)}</span>
          )}
      </Fact>
      <RunImage subject={subject} current={metaTask} />
      <Fact name={words.startedBy}>
        <StartedBy subject={subject} />
      </Fact>
      {recent.length > 1 && (
        <Fact name={words.recent}>
          <Bars
            tasks={recent.toReversed()}
            project={project.slug}
            type={run.task_type}
            current={run.id}
          />
        </Fact>
      )}
    </dl>
  );
}

/** Image of the meta-task version that the run uses. What a draft runs on is not recorded. */
function RunImage({
  subject: { project, run },
  current,
}: {
  subject: Subject;
  current: MetaTask | undefined;
}) {
  const { task_type: identifier, task_type_version: number } = run;
  const isOther = current !== undefined && current.version !== number;
  const earlier = useQuery({
    ...metaTaskQuery(project.id, identifier, number),
    enabled: isOther && !run.draft,
  }).data;
  const version = isOther ? earlier : current;
  if (run.draft || version === undefined || version.docker_image_id === null) return null;
  return (
    <Fact name={images.onImage}>
      <ImageName id={version.docker_image_id} digest={version.docker_image_digest} />
    </Fact>
  );
}

/** Duration of a run, or the time since it was created or started. */
function Span({ run }: { run: Run }) {
  const now = useSecond();
  const status = texts.run.status[run.status];
  const start = run.started_at === null ? null : Date.parse(run.started_at);
  if (run.finished_at !== null)
    return words.endedAfter(status, start === null ? null : Date.parse(run.finished_at) - start);
  if (run.status === 'pending')
    return words.pendingFor(Math.max(0, now - Date.parse(run.created_at)));
  return words.goesOn(status, Math.max(0, now - (start ?? now)));
}

export function resources(
  { cpu_ms: cpu, peak_memory_bytes: memory }: Pick<Attempt, 'cpu_ms' | 'peak_memory_bytes'>,
  limitMib: number | null,
): string {
  const used = [];
  if (cpu !== null) used.push(duration(cpu));
  if (memory !== null)
    used.push(bytes(memory) + (limitMib === null ? '' : ` of ${bytes(limitMib * MIB)}`));
  return used.join(' · ');
}

function StartedBy({ subject: { project, run } }: { subject: Subject }) {
  const by = run.created_by;
  if (by === null) return words.by.unknown;
  if (by.kind === 'schedule') return words.by.schedule;
  if (by.kind === 'task')
    return (
      <Link to="/p/$project/runs/$task" params={{ project: project.slug, task: by.id }}>
        {words.by.task}
      </Link>
    );
  return <bdi>{visibleText(words.by[by.kind](by.name ?? by.id))}</bdi>;
}
