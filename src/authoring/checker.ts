import { type Config } from '../config/settings.js';
import { checkAgent } from './checks/check-agent.js';
import { checkDefinition } from './checks/check-definition.js';
import { type CheckFault, faultsOf } from './checks/check-fault.js';
import { checkParams } from './checks/check-params.js';
import { checkSchedules } from './checks/check-schedules.js';
import { checkPython, checkTypes, checkTypeScript } from './checks/check-script.js';
import { PythonReader } from './checks/python-reader.js';
import { type MetaTaskFolder, openMetaTask } from './meta-task-folder.js';
import { TypeThread } from './types/type-thread.js';

export interface CheckReport {
  /** Whether there is no error; warnings do not count. */
  ok: boolean;
  /** In the order of their places. */
  faults: CheckFault[];
}

export interface CheckOptions {
  /** The identifiers of the repository's meta-tasks, to find misspelt children by; null: nobody has looked. */
  identifiers?: readonly string[] | null;
  /** Whether types are checked, which takes TypeScript a second; by default they are. */
  types?: boolean;
}

/** Checks meta-tasks by the rules that a server has, and those that a server cannot know. Runs none of them. */
export class Checker {
  private readonly python: PythonReader;
  private readonly types = new TypeThread();

  /** `config`: of this installation, whose limits are told. */
  constructor(private readonly config: Config) {
    this.python = new PythonReader(config.python);
  }

  /** `path`: as for `openMetaTask`. What cannot be opened is told as a fault. */
  async check(path: string, options: CheckOptions = {}): Promise<CheckReport> {
    try {
      return await this.checkOpened(await openMetaTask(path), options);
    } catch (thrown) {
      return reportOf(faultsOf(thrown));
    }
  }

  async checkOpened(
    metaTask: MetaTaskFolder,
    { identifiers = null, types = true }: CheckOptions = {},
  ): Promise<CheckReport> {
    const names = { phases: metaTask.definition.phases, identifiers };
    const typed =
      types && metaTask.language === 'typescript' ? checkTypes(metaTask, names, this.types) : [];
    const [typeFaults, script] = await Promise.all([typed, this.checkScript(metaTask, names)]);
    const params = await checkParams(metaTask, script.paramsSchema);
    return reportOf([
      ...checkDefinition(metaTask, this.config),
      ...checkSchedules(metaTask, this.config.minScheduleSeconds),
      ...script.faults,
      ...typeFaults,
      ...params,
    ]);
  }

  /** What types alone tell, and the calls in it; nothing of what is no TypeScript. */
  async checkTypes(
    metaTask: MetaTaskFolder,
    identifiers: readonly string[] | null,
  ): Promise<CheckFault[]> {
    if (metaTask.language !== 'typescript') return [];
    const names = { phases: metaTask.definition.phases, identifiers };
    return reportOf(await checkTypes(metaTask, names, this.types)).faults;
  }

  /** Begins what takes longest of checking TypeScript. */
  warmTypes(): void {
    this.types.warm();
  }

  async close(): Promise<void> {
    this.python.close();
    await this.types.close();
  }

  private async checkScript(
    metaTask: MetaTaskFolder,
    names: Parameters<typeof checkPython>[1],
  ): Promise<Awaited<ReturnType<typeof checkPython>>> {
    if (metaTask.mode === 'agent')
      return { faults: await checkAgent(metaTask), paramsSchema: null };
    return metaTask.language === 'typescript'
      ? checkTypeScript(metaTask)
      : checkPython(metaTask, names, this.python);
  }
}

/** None twice: a compiler and a type checker tell of the same syntax. */
function reportOf(all: readonly CheckFault[]): CheckReport {
  const faults = [
    ...new Map(
      all.map((fault) => [[fault.file, fault.line, fault.column, fault.message].join(':'), fault]),
    ).values(),
  ].toSorted(
    (one, other) =>
      (one.file ?? '').localeCompare(other.file ?? '') ||
      (one.line ?? 0) - (other.line ?? 0) ||
      (one.column ?? 0) - (other.column ?? 0),
  );
  return { ok: faults.every(({ severity }) => severity !== 'error'), faults };
}
