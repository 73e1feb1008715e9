import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { mcpCalled } from '../../agents/mcp-servers/messages.js';
import { ticked } from '../../tasks/schedules/messages.js';
import { deliveryAttempted } from '../../tasks/webhooks/messages.js';
import type { Database } from '../../platform/database/database.js';
import { type EventBus } from '../../platform/events/event-bus.js';
import { attemptFailed, runFinished, taskEnded } from '../../workflow/engine/state/messages.js';
import { type NamedLabel, NamedLabels } from './named-labels.js';

/** Lateness of a tick in seconds, from the accuracy of a timer to an outage. */
const LATE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 60, 600, 3600];
const ANSWER_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/** Maximum number of project names that are cached. */
const PROJECTS = 1_000;
/** Time for which the number of waiting deliveries is cached, in ms. */
const COUNTED_MS = 5_000;

export function scheduleMetrics(registry: Registry, bus: EventBus): void {
  const registers = [registry];
  const ticks = new Counter({
    name: 'metarun_schedule_ticks_total',
    help: 'Ticks of schedules that this server dealt with: fired, missed, overlapped, failed',
    labelNames: ['outcome'],
    registers,
  });
  const late = new Histogram({
    name: 'metarun_schedule_tick_lateness_seconds',
    help: 'Time from a tick of a schedule to its task',
    buckets: LATE_SECONDS,
    registers,
  });
  bus.subscribe(ticked, ({ outcome, ticks: count, lateMs }) => {
    ticks.inc({ outcome }, count);
    if (lateMs !== null) late.observe(Math.max(0, lateMs) / 1000);
  });
}

export function webhookMetrics(registry: Registry, bus: EventBus, database: Database): void {
  const registers = [registry];
  const attempts = new Counter({
    name: 'metarun_webhook_attempts_total',
    help: 'Attempts of this server to deliver to webhooks: success, retried (another one follows), failed (the last one)',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'metarun_webhook_attempt_duration_seconds',
    help: 'Time of an attempt to deliver to a webhook',
    buckets: ANSWER_SECONDS,
    registers,
  });
  bus.subscribe(deliveryAttempted, ({ outcome, durationMs }) => {
    attempts.inc({ outcome });
    duration.observe(durationMs / 1000);
  });
  let counted = -Infinity;
  new Gauge({
    name: 'metarun_webhook_deliveries_pending',
    help: 'Deliveries to webhooks that wait for their next attempt, of all servers',
    registers,
    async collect() {
      if (performance.now() - counted < COUNTED_MS) return;
      counted = performance.now();
      const pending = await pendingDeliveries(database).catch(() => null);
      // Without its database the server still reports its other metrics.
      if (pending === null) this.remove();
      else this.set(pending);
    },
  });
}

async function pendingDeliveries(database: Database): Promise<number> {
  const [row] = await database.query<{ pending: number }>(
    "SELECT COUNT(*) AS pending FROM webhook_deliveries WHERE status = 'pending'",
  );
  return Number(row?.pending ?? 0);
}

/** Registers the metrics of calls to MCP servers. */
export function mcpMetrics(registry: Registry, bus: EventBus, database: Database): void {
  const registers = [registry];
  const labelled = ['project', 'server'] as const;
  const calls = new Counter({
    name: 'metarun_mcp_calls_total',
    help: 'Conversations of this server with MCP servers: calls of tools, lists of them, questions how a task stands',
    labelNames: labelled,
    registers,
  });
  const failures = new Counter({
    name: 'metarun_mcp_failures_total',
    help: 'Those of them that failed, by the code of the error',
    labelNames: [...labelled, 'error_code'],
    registers,
  });
  const seconds = new Counter({
    name: 'metarun_mcp_seconds_total',
    help: 'Time that they took, with the wait for max_concurrency',
    labelNames: labelled,
    registers,
  });
  const codes = new Set<string>();
  const labels = new NamedLabels(({ project, name: server }) => {
    for (const error_code of codes) failures.remove({ project, server, error_code });
    for (const counter of [calls, seconds]) counter.remove({ project, server });
  });
  const slugs = createSlugLookup(database);
  bus.subscribe(mcpCalled, ({ projectId, server: name, outcome, seconds: taken }) => {
    void slugs(projectId).then((slug) => {
      const { project, name: server } = labels.of(slug, name);
      calls.inc({ project, server });
      seconds.inc({ project, server }, taken);
      if (outcome === 'ok') return;
      codes.add(outcome);
      failures.inc({ project, server, error_code: outcome });
    });
  });
}

interface MetaTaskLabel {
  project: string;
  meta_task: string;
}

function toMetaTaskLabel({ project, name: meta_task }: NamedLabel): MetaTaskLabel {
  return { project, meta_task };
}

/** Registers the metrics of tasks and retries, by meta-task. */
export function metaTaskMetrics(registry: Registry, bus: EventBus, database: Database): void {
  const registers = [registry];
  const labelled = ['project', 'meta_task'] as const;
  const ends = new Counter({
    name: 'metarun_meta_task_ends_total',
    help: 'Tasks that ended on this server, by their meta-task',
    labelNames: [...labelled, 'status'],
    registers,
  });
  const seconds = new Counter({
    name: 'metarun_meta_task_run_seconds_total',
    help: 'Time of the runs that ended tasks on this server, by their meta-task',
    labelNames: labelled,
    registers,
  });
  const ownRetries = new Counter({
    name: 'metarun_meta_task_retries_total',
    help: 'Attempts that failed on this server and were followed by another one, by meta-task',
    labelNames: labelled,
    registers,
  });
  const retries = new Counter({
    name: 'metarun_task_retries_total',
    help: 'Attempts that failed on this server and were followed by another one',
    labelNames: ['error_code'],
    registers,
  });
  const labels = new NamedLabels((named) => {
    const label = toMetaTaskLabel(named);
    for (const status of ['success', 'failed', 'cancelled']) ends.remove({ ...label, status });
    for (const counter of [seconds, ownRetries]) counter.remove(label);
  });
  const slugs = createSlugLookup(database);
  const count = (projectId: string, metaTask: string, add: (label: MetaTaskLabel) => void): void =>
    void slugs(projectId).then((slug) => add(toMetaTaskLabel(labels.of(slug, metaTask))));
  bus.subscribe(taskEnded, ({ projectId, metaTask, status }) =>
    count(projectId, metaTask, (label) => ends.inc({ ...label, status })),
  );
  bus.subscribe(runFinished, ({ projectId, metaTask, runMs }) =>
    count(projectId, metaTask, (label) => seconds.inc(label, runMs / 1000)),
  );
  bus.subscribe(attemptFailed, ({ projectId, metaTask, errorCode }) => {
    retries.inc({ error_code: errorCode });
    count(projectId, metaTask, (label) => ownRetries.inc(label));
  });
}

/** Returns a cached look-up of project slugs, which falls back to the id if the database does not answer. */
function createSlugLookup(database: Database): (id: string) => Promise<string> {
  const known = new LRUCache<string, Promise<string>>({ max: PROJECTS });
  const read = async (id: string): Promise<string> => {
    try {
      const [row] = await database.query<{ slug: string }>(
        'SELECT slug FROM projects WHERE id = ?',
        [id],
      );
      return row?.slug ?? id;
    } catch {
      known.delete(id);
      return id;
    }
  };
  return (id) => {
    const slug = known.get(id) ?? read(id);
    known.set(id, slug);
    return slug;
  };
}
