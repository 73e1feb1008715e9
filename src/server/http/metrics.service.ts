import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { ConversionMonitor } from '../../sandbox/conversion/conversion-monitor.js';
import { LocalQueues } from '../../workflow/engine/queue/local-queue.js';
import { Engine } from '../../workflow/engine/engine.js';
import { JOBS } from '../../workflow/engine/election/jobs.js';
import { LeaderElection } from '../../workflow/engine/election/leader-election.js';
import { runFinished, taskEnded } from '../../workflow/engine/state/messages.js';
import { BusLink } from '../../platform/events/bus/bus-link.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { Database } from '../../platform/database/database.js';
import { InstallationLoads } from '../installation/state/installation-load.js';
import { rowsDeleted } from '../../tasks/retention/messages.js';
import { loadMetrics } from './load-metrics.js';
import { mcpMetrics, metaTaskMetrics, scheduleMetrics, webhookMetrics } from './work-metrics.js';

let registry: Registry | null = null;

const BUCKET_SECONDS = [
  0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800,
];

/** The Prometheus metrics of /metrics. The number of series is bounded, whatever names clients choose. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly requests: Histogram<'method' | 'status'>;
  private readonly subscriptions: (() => void)[];

  constructor(
    bus: EventBus,
    busLink: BusLink,
    engine: Engine,
    queues: LocalQueues,
    conversions: ConversionMonitor,
    database: Database,
    loads: InstallationLoads,
    election: LeaderElection,
  ) {
    const registers = [this.registry];
    metaTaskMetrics(this.registry, bus, database);
    scheduleMetrics(this.registry, bus);
    webhookMetrics(this.registry, bus, database);
    mcpMetrics(this.registry, bus, database);
    loadMetrics(this.registry, loads);
    this.requests = new Histogram({
      name: 'metarun_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'status'],
      buckets: BUCKET_SECONDS.slice(0, 10),
      registers,
    });
    const finished = new Counter({
      name: 'metarun_tasks_finished_total',
      help: 'Tasks that ended on this server',
      labelNames: ['status', 'error_code'],
      registers,
    });
    const runTime = new Histogram({
      name: 'metarun_task_run_duration_seconds',
      help: 'Time from claim to end',
      labelNames: ['status'],
      buckets: BUCKET_SECONDS,
      registers,
    });
    const waitTime = new Histogram({
      name: 'metarun_task_wait_duration_seconds',
      help: 'Time from due to claimed',
      buckets: BUCKET_SECONDS,
      registers,
    });
    const gauge = (name: string, help: string, value: () => number): Gauge =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    gauge('metarun_tasks_running', 'Tasks that run on this server', () => engine.running);
    gauge(
      'metarun_projects_waiting',
      'Projects with due tasks that wait for a slot of this server',
      () => queues.waiting,
    );
    gauge('metarun_servers', 'Servers that this one has heard of, with itself', () => {
      return busLink.peers.size + 1;
    });
    gauge('metarun_bus_up', 'Whether servers notify each other', () => Number(busLink.state.isUp));
    new Gauge({
      name: 'metarun_bus_hint_age_seconds',
      help: 'Time since this server has heard of any other one',
      registers,
      collect() {
        const { unheardMs } = busLink;
        if (unheardMs === null) this.remove();
        else this.set(unheardMs / 1000);
      },
    });
    new Gauge({
      name: 'metarun_db_log_bytes',
      help: "Size of SQLite's log, whose changes are not yet in the database",
      registers,
      async collect() {
        const bytes = await database.logBytes();
        if (bytes === null) this.remove();
        else this.set(bytes);
      },
    });
    new Gauge({
      name: 'metarun_leads',
      help: 'Whether this server leads the job in the background',
      labelNames: ['job'],
      registers,
      collect() {
        for (const job of JOBS) this.set({ job }, Number(election.lead(job).leads));
      },
    });
    const deleted = new Counter({
      name: 'metarun_retention_deleted_total',
      help: 'Rows that this server deleted because their project no longer keeps them',
      labelNames: ['what'],
      registers,
    });
    const converted = new Counter({
      name: 'metarun_conversions_total',
      help: 'Documents whose conversion to Markdown ended on this server, however it did',
      labelNames: ['format', 'outcome'],
      registers,
    });
    const conversionTime = new Histogram({
      name: 'metarun_conversion_duration_seconds',
      help: 'Time from a document to its Markdown or its error, with the wait for a process',
      labelNames: ['outcome'],
      buckets: BUCKET_SECONDS.slice(0, 14),
      registers,
    });
    gauge(
      'metarun_converter_processes',
      'Converter processes of this server',
      () => conversions.processes,
    );
    gauge(
      'metarun_conversions_waiting',
      'Documents that wait for a converter process',
      () => conversions.waiting,
    );
    conversions.subscribe(({ format, outcome, seconds }) => {
      converted.inc({ format, outcome });
      conversionTime.observe({ outcome }, seconds);
    });
    this.subscriptions = [
      bus.subscribe(rowsDeleted, ({ what, rows }) => deleted.inc({ what }, rows)),
      bus.subscribe(taskEnded, ({ status, errorCode }) =>
        finished.inc({ status, error_code: errorCode ?? '' }),
      ),
      bus.subscribe(runFinished, ({ status, runMs, waitMs }) => {
        runTime.observe({ status }, runMs / 1000);
        waitTime.observe(waitMs / 1000);
      }),
    ];
  }

  /** Returns all metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    const own = await this.registry.metrics();
    return `${await processMetrics().metrics()}${own}`;
  }

  /** Stops collecting and clears all metrics of this server. */
  close(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.registry.clear();
  }
}

/**
 * Returns the metrics of this process, which its servers share, since the observers of the event loop and memory cannot
 * be stopped.
 */
function processMetrics(): Registry {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
