import { escapePointer, isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { LocalDefinition } from '../local/local-project.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type { ChildStub, Mismatch, UnmatchedStubs } from './test-case.js';
import { META_TASK_ERRORS } from '../../tasks/meta-tasks/errors.js';

const CHILDREN_POINTER = '/stubs/children';
/** Name of the secret by which a stub's script requests its answer: the host answers, and no such secret is read. */
const ANSWER = 'METARUN_STUB_ANSWER';

const SCRIPTS: Record<ScriptLanguage, string> = {
  python: `import json


def run(params, reporter):
    answer = json.loads(reporter.secrets.get("${ANSWER}"))
    if "error" in answer:
        raise Exception(answer["error"])
    return answer["result"]
`,
  typescript: `export default async function run(_params: unknown, reporter: any) {
  const answer = JSON.parse(await reporter.secrets.get('${ANSWER}'));
  if ('error' in answer) throw new Error(answer.error);
  return answer.result;
}
`,
};

/** Schemas of a real meta-task for the params and results of its stub. */
export interface StubbedSchemas {
  params_schema: JsonObject | null;
  result_schema: JsonObject | null;
}

/**
 * Stubbed children are tasks of their own, whose script does what the case says: their parents wait, replay and fail as
 * with any other child.
 */
export class ChildStubs {
  private readonly used = new Map<string, number>();
  private readonly troubles = new Map<string, Mismatch>();

  /** `known`: identifiers that may be run besides the stubs. `asker`: the subject of the case, for messages. */
  constructor(
    private readonly stubs: ReadonlyMap<string, ChildStub | ChildStub[]>,
    private readonly known: ReadonlySet<string>,
    private readonly asker: string,
  ) {}

  /** Returns the meta-task that stands for another one. */
  definition(
    identifier: string,
    language: ScriptLanguage,
    schemas: StubbedSchemas | null,
  ): LocalDefinition {
    return {
      identifier,
      name: identifier,
      script: SCRIPTS[language],
      script_language: language,
      params_schema: schemas?.params_schema ?? {},
      result_schema: schemas?.result_schema ?? null,
    };
  }

  /** Checks a call of `task.run`. Throws MetarunError if a child has neither stub nor meta-task. */
  checkCall(args: Json): void {
    const tasks = isJsonObject(args) ? args['tasks'] : null;
    for (const child of Array.isArray(tasks) ? tasks : []) {
      const identifier = isJsonObject(child) ? child['task'] : null;
      if (typeof identifier !== 'string' || this.stubs.has(identifier)) continue;
      if (this.known.has(identifier)) continue;
      const params = isJsonObject(child) ? JSON.stringify(child['params'] ?? {}) : '{}';
      this.troubles.set(identifier, {
        pointer: CHILDREN_POINTER,
        message: `the ${this.asker} ran the child task "${identifier}" with the params ${shortened(params)}, which no stub answers; add to stubs.children one of:\n  ${identifier}: { result: … }\n  ${identifier}: real`,
      });
      throw new MetarunError(
        META_TASK_ERRORS.unknown_task_type,
        `No stub of the test answers the child task "${identifier}".`,
      );
    }
  }

  /** Returns the answer of a stub. `nth` counts the calls for its identifier, from 0. */
  answer(identifier: string, nth: number): string {
    const stub = this.stubs.get(identifier);
    if (stub === undefined) throw new Error(`${identifier} is not a stub`);
    this.used.set(identifier, Math.max(this.used.get(identifier) ?? 0, nth + 1));
    const wanted = Array.isArray(stub) ? stub[nth] : stub;
    if (wanted !== undefined) return JSON.stringify(wanted);
    const message = `the child task "${identifier}" was run more often than there are answers`;
    this.troubles.set(identifier, { pointer: buildPointer(identifier), message });
    return JSON.stringify({ error: `No stub of the test: ${message}.` });
  }

  isAsk(method: string, args: Json): boolean {
    return method === 'secrets.get' && isJsonObject(args) && args['name'] === ANSWER;
  }

  isStub(identifier: string): boolean {
    return this.stubs.has(identifier);
  }

  unmatched(): UnmatchedStubs {
    const unused = [...this.stubs].flatMap(([identifier, stub]): Mismatch[] => {
      const times = this.used.get(identifier) ?? 0;
      const wanted = Array.isArray(stub) ? stub.length : 1;
      if (times >= wanted || this.troubles.has(identifier)) return [];
      const message = `the child task "${identifier}" was ${times === 0 ? 'never run' : `run ${times} of ${wanted} times`}`;
      return [{ pointer: buildPointer(identifier), message }];
    });
    return { missing: [...this.troubles.values()], unused };
  }
}

function buildPointer(identifier: string): string {
  return `${CHILDREN_POINTER}/${escapePointer(identifier)}`;
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}…`;
}
