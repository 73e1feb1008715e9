import { MetarunError } from '../../base/kernel/errors.js';
import { GuidedError } from '../../base/kernel/guided-error.js';
import { toolsFirst } from '../authoring/tools-first.js';
import { bringKnowledge } from '../local/local-knowledge.js';
import type { LocalHost } from '../local/local-host.js';
import type { LocalDefinition, LocalProject } from '../local/local-project.js';
import type { LocalTask } from '../local/local-task.js';
import type { ScriptedCall } from '../local/scripted.model-gateway.js';
import { SUBMIT_RESULT } from '../../agents/agent-runs/loop/result-tool.js';
import { toNetworkRules } from '../../tasks/meta-tasks/network-rules.js';
import { CaseHarness, toRefusal } from './case-harness.js';
import { ChildStubs } from './child-stubs.js';
import { HttpStubs } from './http-stubs.js';
import type { MetaTaskLibrary, Prepared } from './meta-task-library.js';
import { McpStubs } from './mcp-stubs.js';
import { ModelStubs } from './model-stubs.js';
import { withoutPauses } from './skipped-time.js';
import type {
  FileContent,
  Mismatch,
  Observed,
  ObservedCall,
  TestCase,
  UnmatchedStubs,
} from './test-case.js';

/**
 * The only host that sockets of a script may reach while `reporter.http` is stubbed: a name that does not exist, whose
 * words appear in the refusal.
 */
const STUBBED_HOST = 'only-requests-of-reporter-http-are-stubbed.test';

export interface CaseSubject {
  host: LocalHost;
  library: MetaTaskLibrary;
  metaTask: Prepared;
  /** Time limit of a run, in ms. */
  limitMs: number;
  /** Ends the run at once. */
  signal: AbortSignal;
}

export interface CaseRun {
  observed: Observed;
  unmatched: UnmatchedStubs;
  /** True if the run was ended early: the observations mean nothing. */
  gaveUp: boolean;
}

/** Runs a case in a project of its own. Throws MetarunError and GuidedError if it cannot be started. */
export async function runCase(given: TestCase, subject: CaseSubject): Promise<CaseRun> {
  const { host, library, metaTask } = subject;
  const { identifier, folder } = metaTask;
  const read = (path: string): Promise<Uint8Array> => library.readFile(folder, path);
  const project = await host.createProject(identifier);
  const stubs = Object.entries(given.stubs?.children ?? {});
  const stubbed = new Map(stubs.flatMap(([name, stub]) => (stub === 'real' ? [] : [[name, stub]])));
  const real = stubs.flatMap(([name, stub]) => (stub === 'real' ? [name] : []));
  const others = await Promise.all(real.map((name) => library.find(folder, name)));
  const known = new Map([metaTask, ...others].map((one) => [one.identifier, one]));
  const live = given.stubs?.http === 'live';
  const asker = metaTask.definition.execution_mode;
  const children = new ChildStubs(stubbed, new Set(known.keys()), asker);
  const http = live ? null : new HttpStubs(listHttpStubs(given), read);
  const harness = new CaseHarness({
    project,
    given,
    http,
    children,
    mcp: new McpStubs(given.stubs?.mcp ?? [], asker),
    models: new ModelStubs(given.model ?? [], asker),
    asker,
    resolveNetworkRules: (name) =>
      toNetworkRules(known.get(name)?.definition ?? metaTask.definition),
  });
  for (const [name, content] of Object.entries(given.files ?? {}))
    await project.writeFile(name, await readBytes(content, read));
  await giveMemories(project, given, identifier);
  for (const [name, secret] of Object.entries(given.secrets ?? {})) {
    const { value, hosts = [] } = typeof secret === 'string' ? { value: secret } : secret;
    await project.setSecret(name, value, hosts);
  }
  // A tool of an agent without a stub is a mismatch only once it is called.
  const tools = [...known.values()].flatMap((one) => one.tools.filter((name) => !known.has(name)));
  for (const name of new Set([...stubbed.keys(), ...tools]))
    await project.define(
      children.definition(name, metaTask.language, await library.loadSchemas(host, folder, name)),
    );
  const listTools = ({ tools: names }: Prepared): Prepared[] =>
    names.flatMap((name) => known.get(name) ?? []);
  for (const one of toolsFirst([...known.values()], listTools)) {
    await bringKnowledge(project, one, one.knowledge);
    await project.define(definitionFor(one, given));
  }
  return played(given, subject, project, harness);
}

async function played(
  given: TestCase,
  { metaTask, limitMs, signal }: CaseSubject,
  project: LocalProject,
  harness: CaseHarness,
): Promise<CaseRun> {
  let task: LocalTask;
  try {
    task = await project.start({ identifier: metaTask.identifier, params: given.params ?? {} });
  } catch (error) {
    return {
      observed: notStarted(toRefusal(error)),
      unmatched: harness.unmatched(),
      gaveUp: false,
    };
  }
  const late: Mismatch[] = [];
  const timer = setTimeout(() => {
    late.push({ pointer: '', message: `it did not end within ${limitMs / 1000} seconds` });
    void task.kill();
  }, limitMs);
  const stop = (): void => void task.kill();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const [observed] = await Promise.all([observe(project, task), harness.play(task)]);
    const { missing, unused } = harness.unmatched();
    return {
      observed,
      unmatched: { missing: [...late, ...missing], unused },
      gaveUp: harness.gaveUp || late.length > 0,
    };
  } catch (error) {
    await task.kill();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function observe(project: LocalProject, task: LocalTask): Promise<Observed> {
  const phases: string[] = [];
  const logs: Observed['logs'] = [];
  for await (const { type, level, data } of task.events()) {
    if (type === 'phase' && typeof data['phase'] === 'string') phases.push(data['phase']);
    if (type === 'log' && data['open'] !== true && typeof data['text'] === 'string')
      logs.push({ level: level ?? 'info', text: data['text'] });
  }
  const detail = await task.detail();
  const { status, result, progress, error_code: code, error_message, error_stack } = detail;
  const steps = await task.steps();
  return {
    status,
    result,
    error: code === null ? null : { code, message: error_message ?? '', stack: error_stack },
    phases,
    progress,
    logs,
    steps: steps.map(({ name, kind, status: state, attempts, result: made }) => ({
      name,
      kind,
      status: state,
      attempts,
      result: made,
    })),
    calls: task.scriptedCalls().filter(isTool).map(observedCall),
    children: (await task.children()).map((child) => ({
      task: child.task_type,
      params: child.params,
      status: child.status,
      result: child.result,
    })),
    memories: await project.memories(),
    listFiles: () => project.listFiles(),
    readFile: (path) => readOptionalFile(project, path),
  };
}

/** Returns whether a call is one of a tool; the result is not. */
function isTool({ name }: ScriptedCall): boolean {
  return name !== SUBMIT_RESULT;
}

function observedCall({ name, input, answer }: ScriptedCall): ObservedCall {
  const status = answer === null ? 'unanswered' : answer.failed ? 'failed' : 'success';
  return { name, input, status, answer: answer?.text ?? '' };
}

function notStarted(error: NonNullable<Observed['error']>): Observed {
  return {
    status: 'refused',
    result: null,
    error,
    phases: [],
    progress: 0,
    logs: [],
    steps: [],
    calls: [],
    children: [],
    memories: [],
    listFiles: () => Promise.resolve([]),
    readFile: () => Promise.resolve(null),
  };
}

/** Stores the memories of a case. Throws MetarunError for an invalid text. */
async function giveMemories(
  project: LocalProject,
  { memories = [] }: TestCase,
  identifier: string,
): Promise<void> {
  for (const [index, given] of memories.entries()) {
    const memory = typeof given === 'string' ? { text: given } : given;
    const { scope = 'task_type' } = memory;
    try {
      await project.remember({
        kind: 'fact',
        trust: 'high',
        ...memory,
        scope,
        ...(scope === 'task_type' && { scope_id: identifier }),
      });
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      throw new GuidedError(`memories[${index}]: ${error.message}`, { code: error.code });
    }
  }
}

/** Returns the content of a file; null if it does not exist. Throws MetarunError for an invalid path. */
async function readOptionalFile(project: LocalProject, path: string): Promise<Uint8Array | null> {
  try {
    return await project.readFile(path);
  } catch (error) {
    if (error instanceof MetarunError && error.code === 'not_found') return null;
    throw error;
  }
}

function definitionFor(one: Prepared, given: TestCase): LocalDefinition {
  const { identifier, script, definition } = one;
  const stubbed = given.stubs?.http !== 'live' && definition.network !== 'none';
  const made: LocalDefinition = {
    ...definition,
    identifier,
    script,
    ...(stubbed ? { network: 'restricted', allowed_hosts: [STUBBED_HOST] } : {}),
  };
  return given.time === 'real' ? made : withoutPauses(made);
}

function listHttpStubs({
  stubs,
}: TestCase): Exclude<NonNullable<TestCase['stubs']>['http'], 'live' | undefined> {
  return Array.isArray(stubs?.http) ? stubs.http : [];
}

/** Returns the bytes of a file's content in a case. */
export async function readBytes(
  content: FileContent,
  read: (path: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (typeof content === 'string') return Buffer.from(content);
  if ('base64' in content) return Buffer.from(content.base64, 'base64');
  if ('from' in content) return read(content.from);
  return Buffer.from(`${JSON.stringify(content.json, null, 2)}\n`);
}

/** Returns the reason for a script's refused socket if the test caused it; null for any other error. */
export function describeRefusedSocket(text: string): string | null {
  if (!text.includes(STUBBED_HOST)) return null;
  return 'Only requests of reporter.http and fetch are stubbed: this one was made by a socket, such as of urllib or requests. Make it with reporter.http, or let the case say "http: live".';
}
