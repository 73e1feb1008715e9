import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readSteps, runKey, runQuery, stepsQuery, treeQuery } from '../api/run.js';
import { grownTranscript, transcriptQuery } from '../api/transcript.js';
import { phasesQuery } from './begun-phases.js';
import { useEvents } from './live-project.js';
import { mergedSteps, settledBefore } from './merged-steps.js';
import { changed, type LiveEvent } from './task-change.js';
import { withPhases } from './with-phases.js';

/** Minimum interval between two refetches of the same data, in ms. */
const READ_MS = 300;

/**
 * Keeps a run up to date. Its status, phase and progress come from events alone. Other data, such as its result, steps
 * and attempts, is refetched when an event reports a change.
 */
export function useRunLive(project: string, taskId: string): void {
  const client = useQueryClient();
  const reader = useMemo(() => new RunReader(client, project, taskId), [client, project, taskId]);
  useEffect(() => () => reader.stop(), [reader]);
  useEvents(
    reader,
    useMemo(
      () => [
        runKey(project, taskId),
        transcriptQuery(project, taskId).queryKey,
        phasesQuery(project, taskId).queryKey,
      ],
      [project, taskId],
    ),
  );
}

type Part = 'all' | 'detail' | 'steps' | 'transcript' | 'tree';

export class RunReader {
  private readonly due = new Set<Part>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: QueryClient,
    private readonly project: string,
    private readonly taskId: string,
  ) {}

  onEvents(events: readonly LiveEvent[]): void {
    const tree = this.client.getQueryData(treeQuery(this.project, this.taskId).queryKey);
    const family = new Set(tree?.tasks.map(({ id }) => id));
    const own = events.filter(({ data }) => data['task_id'] === this.taskId);
    this.notePhases(own);
    const { queryKey } = runQuery(this.project, this.taskId);
    const run = this.client.getQueryData(queryKey);
    if (run !== undefined && own.length > 0)
      this.client.setQueryData(queryKey, own.reduce(changed, run));
    if (own.some(({ type }) => type === 'status' || type === 'step')) this.plan('transcript');
    if (own.some(({ type }) => type === 'status')) this.plan('all');
    // The expected duration depends on the phase.
    else if (own.some(({ type }) => type === 'phase')) this.plan('detail');
    if (own.some(({ type }) => type === 'step' || type === 'approval')) {
      this.plan('steps');
      if (run?.status === 'waiting') this.plan('detail');
    }
    if (
      events.some(
        ({ type, data }) =>
          (type === 'status' && family.has(String(data['task_id']))) ||
          (data['task_id'] === this.taskId && data['kind'] === 'task'),
      )
    )
      this.plan('tree');
  }

  onGap(): void {
    void this.client.invalidateQueries({ queryKey: runKey(this.project, this.taskId) });
    this.plan('transcript');
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due.clear();
  }

  private notePhases(events: readonly LiveEvent[]): void {
    this.client.setQueryData(phasesQuery(this.project, this.taskId).queryKey, (phases) =>
      phases === undefined ? phases : withPhases(phases, events),
    );
  }

  private plan(what: Part): void {
    this.due.add(what);
    this.timer ??= setTimeout(() => void this.read(), READ_MS);
  }

  private async read(): Promise<void> {
    const due = new Set(this.due);
    this.due.clear();
    const key = runKey(this.project, this.taskId);
    if (due.has('transcript')) await this.readTranscript().catch(() => undefined);
    if (due.has('all')) await this.client.invalidateQueries({ queryKey: key });
    else
      await Promise.all([
        due.has('steps') && this.readSteps().catch(() => undefined),
        due.has('detail') && this.client.invalidateQueries({ queryKey: [...key, 'detail'] }),
        due.has('tree') && this.client.invalidateQueries({ queryKey: [...key, 'tree'] }),
      ]);
    this.timer = undefined;
    const [more] = this.due;
    if (more !== undefined) this.plan(more);
  }

  private async readTranscript(): Promise<void> {
    const { queryKey } = transcriptQuery(this.project, this.taskId);
    const known = this.client.getQueryData(queryKey);
    if (known === undefined) return;
    this.client.setQueryData(queryKey, await grownTranscript(this.project, this.taskId, known));
  }

  private async readSteps(): Promise<void> {
    const { queryKey } = stepsQuery(this.project, this.taskId);
    const known = this.client.getQueryData(queryKey);
    if (known === undefined || known.truncated) return;
    const after = settledBefore(known.items);
    const fresh = await readSteps(this.project, this.taskId, after);
    this.client.setQueryData(queryKey, (steps) => steps && mergedSteps(steps, after, fresh));
  }
}
