import { relative } from 'node:path';
import { shownPath } from '../../../tooling/authoring/author-path.js';
import type { CheckReport } from '../../../tooling/authoring/checker.js';
import type { MetaTaskFolder } from '../../../tooling/authoring/meta-task-folder.js';
import type { Json } from '../../../base/kernel/json.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { placed } from '../../toolkit/report-error.js';
import { style } from '../../toolkit/terminal.js';
import { shellWord } from '../../toolkit/shell-word.js';
import { ProjectLineWriter } from '../../toolkit/task-view/project-line-writer.js';
import type { ProjectLine } from '../../toolkit/task-view/project-lines.js';
import { durationText } from '../../toolkit/units.js';
import type { DevAddress } from './dev-home.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { stderr, stdout } from '../../toolkit/output.js';

type Diagnostic = CheckReport['diagnostics'][number];

/** A server that is ready. */
interface Ready {
  folder: string;
  /** Number of meta-tasks. */
  count: number;
  /** Start-up time, in ms. */
  ms: number;
  /** Sign-in link for the dashboard, which works once. Null without a dashboard. */
  dashboard: string | null;
}

/**
 * The output of `metarun dev`, one line per event. With `json`, each line is a JSON object with an `event`:
 * `ready`, `deployed`, `schedules_paused`, `archived`, `kept`, `fault`, `fixed`, `skipped`, `files`, `problem`, `task`
 * or `note`.
 */
export class DevOutput {
  private readonly faint = style('dim', stdout);
  private readonly green = style('green', stdout);
  private readonly red = style('red', stdout);
  private readonly yellow = style('yellow', stdout);

  private readonly lines = new ProjectLineWriter();

  constructor(private readonly json: boolean) {}

  /** True if the progress of a fan-out may be redrawn on every change. */
  get redraws(): boolean {
    return !this.json && this.lines.redraws;
  }

  ready({ url }: DevAddress, { folder, count, ms, dashboard }: Ready): void {
    const what = count === 1 ? '1 meta-task' : `${count} meta-tasks`;
    this.write(
      { event: 'ready', url, folder, meta_tasks: count, ms: Math.round(ms), dashboard },
      '',
      `  metarun dev serves ${url} after ${durationText(ms)}`,
      `  watching ${shownPath(folder)}: ${what}${count === 0 ? ' yet; make one with `metarun new`' : ''}`,
      ...(dashboard === null ? [] : [`  dashboard  ${dashboard}`]),
      '  Ctrl-C stops it',
      '',
    );
  }

  /** Shows commands to try in another shell. They work without changes. */
  suggest({ identifier, exampleParams }: MetaTaskFolder, folder: string): void {
    if (this.json) return;
    const params =
      exampleParams === null ? '' : ` --params ${shellWord(relative(folder, exampleParams))}`;
    // Commands look for the server in their own folder and in those above.
    const there = folder === process.cwd() ? [] : [`    cd ${shellWord(shownPath(folder))}`];
    this.show(
      '  Try, in another shell:',
      '',
      ...there,
      `    ${ownCommand(`tasks create ${identifier}${params} --wait`)}`,
      `    ${ownCommand('tasks list')}`,
      '',
    );
  }

  deployed(
    { identifier }: MetaTaskFolder,
    { version, outcome, ms }: { version: number; outcome: string; ms: number },
  ): void {
    const took = this.faint(durationText(ms));
    this.write(
      { event: 'deployed', identifier, version, outcome, ms: Math.round(ms) },
      `${this.green('✓')} ${identifier} version ${version} ${outcome} ${took}`,
    );
  }

  /** Reports files that were uploaded to a meta-task's workspace. */
  files({ identifier, bindings }: MetaTaskFolder, paths: readonly string[]): void {
    this.reportFiles(identifier, bindings.workspace ?? null, paths, 'workspace/');
  }

  /** Reports files that were uploaded to a workspace that an agent reads. */
  knowledge({ identifier }: MetaTaskFolder, workspace: string, paths: readonly string[]): void {
    this.reportFiles(identifier, workspace, paths, 'knowledge/');
  }

  private reportFiles(
    identifier: string,
    workspace: string | null,
    paths: readonly string[],
    folder: string,
  ): void {
    const what = paths.length === 1 ? '1 file' : `${paths.length} files`;
    const where = workspace === null ? '' : ` --workspace ${shellWord(plainLine(workspace))}`;
    this.write(
      { event: 'files', identifier, workspace, paths: [...paths] },
      this.faint(`  ${what} of its folder ${folder}: ${ownCommand(`files ls -r${where}`)}`),
    );
  }

  schedulesPaused(identifier: string): void {
    this.write(
      { event: 'schedules_paused', identifier },
      this.faint(
        `  the schedules of ${identifier} are paused here; this starts one: ${ownCommand('schedules resume <name>')}`,
      ),
    );
  }

  /** Reports a meta-task that is not deployed although it has no errors. */
  skipped(folder: string, why: string): void {
    this.write({ event: 'skipped', folder, why }, this.faint(`- ${folder} left out: ${why}`));
  }

  archived(identifier: string, folder: string): void {
    this.write(
      { event: 'archived', identifier, folder },
      `${this.yellow('-')} ${identifier} archived: ${folder} is gone`,
    );
  }

  /** Reports that the previous version stays in use. */
  kept(identifier: string): void {
    this.write(
      { event: 'kept', identifier },
      this.faint(`  ${identifier} stays as it was until this is fixed`),
    );
  }

  /** Reports that the meta-task has no more errors. */
  fixed(identifier: string): void {
    this.write({ event: 'fixed', identifier }, `${this.green('✓')} ${identifier} is fixed`);
  }

  diagnostics(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      const { severity, message, ...place } = diagnostic;
      const color = severity === 'error' ? this.red : this.yellow;
      const text = placed({ ...place, message: `${color(`${severity}:`)} ${plainLine(message)}` });
      this.write({ event: 'fault', ...diagnostic }, text);
    }
  }

  problem(message: string): void {
    this.write({ event: 'problem', message }, `${this.red('✗')} ${plainLine(message)}`);
  }

  /** Reports an event of a task. `time` is the event's, in ms since the epoch. */
  task(line: ProjectLine, time: number): void {
    const { taskId: id, name: identifier, status, text: what } = line;
    const badly = status === 'failed' || status === 'cancelled';
    const state = badly ? 'badly' : status === 'success' ? 'well' : 'going';
    if (this.json) this.show(JSON.stringify({ event: 'task', identifier, id, what, state }));
    else this.lines.write(line, time);
  }

  note(text: string): void {
    if (this.json) this.write({ event: 'note', text });
    else stderr.write(`metarun: ${text}\n`);
  }

  private write(event: Json, ...lines: string[]): void {
    if (this.json) this.show(JSON.stringify(event));
    else this.show(...lines);
  }

  private show(...lines: string[]): void {
    this.lines.leave();
    stdout.write(`${lines.join('\n')}\n`);
  }
}
