import type { Attempt, Run, Step, TaskStatus, Tree, TreeTask } from '../../../api/types.js';
import { findChildRunId } from '../child-run-id.js';

/** Part of the time of a span. Times are in ms since the run was created; `to` is null while the segment continues. */
export interface Segment {
  state: 'queued' | 'running' | 'waiting';
  from: number;
  to: number | null;
}

/** Unit of work that took time: the run, one of its steps or waits, or a child run. */
export interface Span {
  id: string;
  parent: string | null;
  depth: number;
  kind: 'run' | Step['kind'];
  name: string;
  status: TaskStatus;
  segments: readonly Segment[];
  attempts: number;
  /** Error message if the span failed. */
  error: string | null;
  /** Id of the child run, if the span stands for one. */
  task: string | null;
  step: Step | null;
}

const WAITS: ReadonlySet<Step['kind']> = new Set(['sleep', 'approval', 'event', 'task']);

/** Returns the spans of a run, each after its parent, in the order in which they started. */
export function buildSpans(
  run: Pick<Run, 'id' | 'name' | 'status' | 'created_at' | 'attempt' | 'error_message'>,
  attempts: readonly Attempt[],
  steps: readonly Step[],
  tree: Tree,
): Span[] {
  const zero = Date.parse(run.created_at);
  const at = (time: string): number => Math.max(0, Date.parse(time) - zero);
  const until = (time: string | null): number | null => (time === null ? null : at(time));
  const root: Span = {
    id: run.id,
    parent: null,
    depth: 0,
    kind: 'run',
    name: run.name,
    status: run.status,
    attempts: run.attempt,
    error: run.error_message,
    task: null,
    step: null,
    segments: attempts.flatMap(({ segments }) =>
      segments.map(({ state, from, to }) => ({ state, from: at(from), to: until(to) })),
    ),
  };
  const children = Map.groupBy(tree.tasks, ({ parent_id: parent }) => parent);
  const known = new Map(tree.tasks.map((task) => [task.id, task]));
  const taken = new Set<string>();
  const childSpan = (task: TreeTask, step: Step | null, depth: number): Span[] => {
    taken.add(task.id);
    const span: Span = {
      id: task.id,
      parent: task.parent_id,
      depth,
      kind: 'task',
      name: task.name,
      status: task.status,
      attempts: 1,
      error: task.error_message,
      task: task.id,
      step,
      segments: buildSegments(task, at),
    };
    const below = children.get(task.id) ?? [];
    return [span, ...below.flatMap((child) => childSpan(child, null, depth + 1))];
  };
  const ofSteps = steps.flatMap((step): Span[] => {
    const task = known.get(findChildRunId(step) ?? '');
    if (task !== undefined && !taken.has(task.id)) return childSpan(task, step, 1);
    const state = WAITS.has(step.kind) ? 'waiting' : 'running';
    const from = at(step.started_at);
    return [
      {
        id: step.id,
        parent: run.id,
        depth: 1,
        kind: step.kind,
        name: step.name,
        status: step.status,
        attempts: step.attempts,
        error: step.error === null ? null : `${step.error.type}: ${step.error.message}`,
        task: findChildRunId(step),
        step,
        segments: [{ state, from, to: until(step.finished_at) }],
      },
    ];
  });
  const others = (children.get(run.id) ?? []).filter(({ id }) => !taken.has(id));
  return [root, ...ofSteps, ...others.flatMap((task) => childSpan(task, null, 1))];
}

function buildSegments(
  { created_at: created, started_at: started, finished_at: finished, status }: TreeTask,
  at: (time: string) => number,
): Segment[] {
  const end = finished === null ? null : at(finished);
  if (started === null) return [{ state: 'queued', from: at(created), to: end }];
  const queued: Segment = { state: 'queued', from: at(created), to: at(started) };
  const state = status === 'waiting' ? 'waiting' : 'running';
  return [queued, { state, from: at(started), to: end }];
}

/** Returns the start and end of a span; `now` is the end of a span in progress. */
export function measureExtent({ segments }: Pick<Span, 'segments'>, now: number): [number, number] {
  const from = Math.min(...segments.map((segment) => segment.from));
  const to = Math.max(...segments.map((segment) => segment.to ?? now));
  return segments.length === 0 ? [0, 0] : [from, Math.max(from, to)];
}

/** Returns the time that a span spent in a state, in ms. */
export function timeIn({ segments }: Span, state: Segment['state'], now: number): number {
  return segments
    .filter((segment) => segment.state === state)
    .reduce((sum, { from, to }) => sum + Math.max(0, (to ?? now) - from), 0);
}
