import { basename } from 'node:path';
import { shownPath } from '../../../tooling/authoring/author-path.js';
import { buildScript } from '../../../tooling/authoring/build-script.js';
import type { CheckReport, Checker } from '../../../tooling/authoring/checker.js';
import { agentsLast } from '../../../tooling/authoring/contract-needs.js';
import {
  changesAnything,
  deploy,
  planDeployment,
  whyNoAgent,
} from '../../../tooling/authoring/deployment.js';
import { openMetaTask, type MetaTaskFolder } from '../../../tooling/authoring/meta-task-folder.js';
import type { MetarunClient } from '@metarun/client';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { Mutex } from '../../../base/kernel/mutex.js';
import type { DevOutput } from './dev-output.js';
import type { DevWorkspaces } from './dev-workspaces.js';

type Diagnostic = CheckReport['diagnostics'][number];

/** State of one folder. */
interface Known {
  identifier: string | null;
  /** Number of saves. Diagnostics of an older save are not reported. */
  save: number;
  /** Keys of the diagnostics that have been reported. */
  reported: Set<string>;
  /** Kind of error in the last checked save: `kept` prevented its deployment, `types` did not. */
  fault: 'kept' | 'types' | null;
  skipped: boolean;
}

/** Checks the meta-tasks of a folder and deploys those without errors. */
export class DevDeployer {
  private readonly folders = new Map<string, Known>();
  private readonly mutex = new Mutex();

  constructor(
    private readonly client: MetarunClient,
    private readonly checker: Checker,
    private readonly workspaces: DevWorkspaces,
    private readonly output: DevOutput,
  ) {}

  get identifiers(): string[] {
    return [...this.folders.values()].flatMap(({ identifier }) => identifier ?? []);
  }

  /**
   * Deploys all folders that differ from the server and archives those that were removed. `first` is deployed first.
   */
  async deployAll(folders: readonly string[], first: readonly string[] = []): Promise<void> {
    const gone = [...this.folders.keys()].filter((folder) => !folders.includes(folder));
    for (const folder of gone) await this.mutex.run(() => this.remove(folder));
    const ordered = await inOrder(folders);
    const rest = ordered.filter((folder) => !first.includes(folder));
    for (const folder of ordered.filter((each) => first.includes(each)))
      await this.mutex.run(() => this.deploy(folder, true));
    for (const folder of rest) await this.mutex.run(() => this.deploy(folder, false));
  }

  /**
   * Deploys a folder. `saved` means that it was just saved, so all its diagnostics are reported, not only the new ones.
   */
  private async deploy(folder: string, saved: boolean): Promise<void> {
    const began = performance.now();
    const known = this.folders.get(folder) ?? {
      identifier: null,
      save: 0,
      reported: new Set<string>(),
      fault: null,
      skipped: false,
    };
    this.folders.set(folder, known);
    known.save += 1;
    if (saved) known.reported.clear();
    try {
      const metaTask = await openMetaTask(folder);
      if (this.isTaken(folder, metaTask)) return;
      const { ok, diagnostics } = await this.checker.checkOpened(metaTask, { types: false });
      const isNew = this.report(known, diagnostics);
      if (ok) {
        if (!(await this.isBrought(metaTask, known, began))) return;
        if (known.fault === 'kept') this.fixed(known, metaTask);
        void this.followUp(metaTask, known, diagnostics);
      } else {
        known.fault = 'kept';
        if (isNew) this.output.kept(metaTask.identifier);
      }
    } catch (error) {
      this.failed(folder, known, error);
    }
  }

  /** Deploys a meta-task. Returns false for an agent on a server without a model, which is reported once. */
  private async isBrought(metaTask: MetaTaskFolder, known: Known, began: number): Promise<boolean> {
    try {
      await this.bring(metaTask, known, began);
      known.skipped = false;
      return true;
    } catch (error) {
      const why = whyNoAgent(metaTask, error);
      if (why === null) throw error;
      if (!known.skipped) this.output.skipped(shownPath(metaTask.folder), why);
      known.skipped = true;
      return false;
    }
  }

  private async bring(metaTask: MetaTaskFolder, known: Known, began: number): Promise<void> {
    const before = known.identifier;
    // Schedules start paused; developers start them by hand.
    const schedules = metaTask.schedules.map((schedule) => ({ ...schedule, paused: true }));
    const bound = this.workspaces.bound({ ...metaTask, schedules });
    const knowledge = await this.seedAgentKnowledge(bound);
    const plan = await planDeployment(this.client, bound, {
      createWorkspaces: true,
      restore: true,
    });
    const changes = changesAnything(plan);
    const { version, outcome } = await deploy(this.client, plan);
    known.identifier = metaTask.identifier;
    const files = await this.workspaces.seed(bound);
    if (before !== null && before !== metaTask.identifier) await this.archive(before);
    if (changes || before === null)
      this.output.deployed(metaTask, { version, outcome, ms: performance.now() - began });
    if (files.length > 0) this.output.files(bound, files);
    for (const [workspace, paths] of knowledge) this.output.knowledge(metaTask, workspace, paths);
    if (before === null && schedules.length > 0) this.output.schedulesPaused(metaTask.identifier);
  }

  private async seedAgentKnowledge(
    metaTask: MetaTaskFolder,
  ): Promise<ReadonlyMap<string, string[]>> {
    if (metaTask.mode !== 'agent') return new Map();
    return this.workspaces.seedKnowledge(metaTask, (await buildScript(metaTask)).script);
  }

  /** Checks types after the deployment, since that takes too long to delay it. */
  private async followUp(
    metaTask: MetaTaskFolder,
    known: Known,
    diagnostics: readonly Diagnostic[],
  ): Promise<void> {
    const { save } = known;
    try {
      const found = await this.checker.checkTypes(metaTask, this.identifiers);
      if (known.save !== save) return;
      this.report(known, found);
      known.reported = new Set([...diagnostics, ...found].map(buildDiagnosticKey));
      if (found.length > 0) known.fault = 'types';
      else if (known.fault !== null) this.fixed(known, metaTask);
    } catch (error) {
      if (known.save === save) this.output.problem(getErrorMessage(error));
    }
  }

  private fixed(known: Known, { identifier }: MetaTaskFolder): void {
    known.fault = null;
    this.output.fixed(identifier);
  }

  /** Reports diagnostics and returns whether any of them is new. */
  private report(known: Known, diagnostics: readonly Diagnostic[]): boolean {
    const added = diagnostics.filter(
      (diagnostic) => !known.reported.has(buildDiagnosticKey(diagnostic)),
    );
    for (const diagnostic of added) known.reported.add(buildDiagnosticKey(diagnostic));
    this.output.diagnostics(added);
    return added.length > 0;
  }

  private failed(folder: string, known: Known, error: unknown): void {
    const { diagnostics, message, fix } =
      error instanceof GuidedError
        ? error
        : {
            diagnostics: [],
            message: `${shownPath(folder)}: ${getErrorMessage(error)}`,
            fix: undefined,
          };
    const whole = [{ message: fix === undefined ? message : `${message} ${fix}` }];
    const isNew = this.report(
      known,
      (diagnostics.length > 0 ? diagnostics : whole).map((diagnostic) => ({
        ...diagnostic,
        severity: 'error',
      })),
    );
    known.fault = 'kept';
    if (isNew && known.identifier !== null) this.output.kept(known.identifier);
  }

  private isTaken(folder: string, { identifier }: MetaTaskFolder): boolean {
    for (const [other, known] of this.folders)
      if (other !== folder && known.identifier === identifier) {
        this.output.problem(
          `${shownPath(folder)} has the identifier "${identifier}" of ${shownPath(other)}; it is not deployed`,
        );
        return true;
      }
    return false;
  }

  private async remove(folder: string): Promise<void> {
    const known = this.folders.get(folder);
    this.folders.delete(folder);
    if (known?.identifier == null) return;
    await this.archive(known.identifier);
    this.output.archived(known.identifier, basename(folder));
  }

  private async archive(identifier: string): Promise<void> {
    await this.client.metaTasks
      .archive(identifier)
      .catch((error: unknown) => this.output.problem(getErrorMessage(error)));
  }
}

/**
 * Sorts folders so that an agent comes after the meta-tasks that it uses as tools. Folders that cannot be read come
 * first.
 */
async function inOrder(folders: readonly string[]): Promise<string[]> {
  const opened = await Promise.all(folders.map((each) => openMetaTask(each).catch(() => null)));
  const ordered = await agentsLast(opened.filter((one) => one !== null));
  const readable = ordered.map(({ folder }) => folder);
  return [...folders.filter((each) => !readable.includes(each)), ...readable];
}

function buildDiagnosticKey(diagnostic: Diagnostic): string {
  return JSON.stringify(diagnostic);
}
