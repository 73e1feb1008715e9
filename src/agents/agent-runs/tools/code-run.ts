import { LANGUAGES, SCRIPT_LANGUAGES, type ScriptLanguage } from '../../../base/languages/index.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import type { CheckResult, RunHost, RunOutcome } from '../../../sandbox/runtime/runtime.js';
import type { Runtimes } from '../../../sandbox/runtime/runtimes.js';
import type { EffectiveContract } from '../../agents/merge-contract.js';
import type { OpenRun } from '../../../tasks/tasks/runs/mode-executor.js';
import { givenUp } from '../../../workflow/engine/operations/held.js';
import { capabilityTool } from './capability-tools.js';
import type { FairSlots } from '../../../base/kernel/fair-slots.js';
import { type AgentTool, objectSchema, textOf, ToolError, type ToolUse } from './tool.js';

/** Bytes, as JSON, of what code prints that the model gets: the last ones. Answers of more than 16 KiB go to a file, where their end is not seen. */
const MAX_OUTPUT_BYTES = 16_000;
/** Wall clock of a snippet, which the task of the agent bounds as well. */
const DEFAULT_TIMEOUT_SECONDS = 60;
const MAX_TIMEOUT_SECONDS = 600;

/** The functions that code of an agent may call: the capabilities that are among its tools, where no person has to approve them. */
interface Allowed {
  methods: ReadonlySet<string>;
  /** Those of `methods` that only read, and so may be used on the workspaces of `knowledge`. */
  knowledge: ReadonlySet<string>;
}

/** `code.run`: code that the model has written, in the sandbox of scripts, with the other tools as the `reporter` has them. */
export function codeTool(
  { runtimes, processes }: { runtimes: Runtimes; processes: FairSlots },
  open: OpenRun,
  contract: EffectiveContract,
  knowledge: ReadonlyMap<string, string>,
): AgentTool {
  const { definition } = open.version;
  const gated = new Set(definition.auto_approve ? [] : contract.approve);
  const methods = contract.tools.filter((name) => !gated.has(name) && isPlain(name));
  const allowed = { methods: new Set(methods), knowledge: new Set(knowledge.values()) };
  return {
    name: 'code.run',
    description:
      `Runs code in a sandbox. Code that defines no function run runs as it stands, with params and reporter as globals, and what it prints is returned, with the value of its last expression. ` +
      `Code with a function run(params, reporter) returns what that returns, and what was printed. The reporter has ${methods.join(', ') || 'none of the other tools'}. ` +
      `Nothing is kept from one call to the next. One snippet may replace many calls of tools. Example in ${definition.script_language}:\n${LANGUAGES[definition.script_language].example}`,
    inputSchema: objectSchema({
      code: { type: 'string', minLength: 1 },
      'language?': {
        type: 'string',
        enum: [...SCRIPT_LANGUAGES],
        description: `Language of the code. Default: ${definition.script_language}.`,
      },
      'params?': { description: 'Params that the code receives.' },
      'timeout_seconds?': {
        type: 'number',
        minimum: 1,
        maximum: MAX_TIMEOUT_SECONDS,
        description: `Seconds after which the code is stopped. Default: ${DEFAULT_TIMEOUT_SECONDS}.`,
      },
    }),
    checked: true,
    recorded: () => 'once',
    origin: () => 'code.run',
    run: async (use) => {
      const { code, params = null } = use.input;
      const language =
        SCRIPT_LANGUAGES.find((one) => one === use.input['language']) ?? definition.script_language;
      const checked = await runtimes
        .get(language)
        .check(textOf(code), use.context.projectId, { isSnippet: true });
      const timeoutSeconds = Number(use.input['timeout_seconds'] ?? DEFAULT_TIMEOUT_SECONDS);
      const snippet = { language, program: programOf(checked), params, timeoutSeconds };
      return processes.run(use.context.taskId, async () => {
        if (open.journal.signal.aborted) throw givenUp();
        return runSnippet(runtimes, open, snippet, use, allowed);
      });
    },
  };
}

interface Snippet {
  language: ScriptLanguage;
  program: Extract<CheckResult, { ok: true }>['program'];
  params: Json;
  timeoutSeconds: number;
}

async function runSnippet(
  runtimes: Runtimes,
  { task, version, limits, network, journal }: OpenRun,
  { language, program, params, timeoutSeconds }: Snippet,
  use: ToolUse,
  allowed: Allowed,
): Promise<Json> {
  const lines: string[] = [];
  const host: RunHost = {
    onPhase: () => undefined,
    onProgress: () => undefined,
    onLog: (_level, text, part) => {
      if (part !== 'open') lines.push(text);
    },
    // It gets no secrets.
    redact: (text) => text,
    call: async (method, args) => {
      refuseForbidden(method, args, allowed);
      return use.call(method, args);
    },
    waits: () => true,
  };
  const handle = runtimes.get(language).start(
    {
      task: {
        id: task.id,
        name: task.name,
        attempt: task.attempt,
        project: task.project_id,
        task_type: task.task_type,
        version: version.version,
      },
      program,
      params,
      limits: { ...limits, timeout_ms: Math.min(limits.timeout_ms, timeoutSeconds * 1000) },
      network: allowed.methods.has('http.request') ? (network?.access ?? null) : null,
      // What a model writes runs once.
      engine: 'isolate',
      fresh: true,
    },
    host,
  );
  const stop = (): void => handle.cancel('cancelled', 0);
  journal.signal.addEventListener('abort', stop, { once: true });
  try {
    return resultOf(await handle.outcome, outputOf(lines), timeoutSeconds);
  } finally {
    journal.signal.removeEventListener('abort', stop);
  }
}

function programOf(checked: CheckResult): Snippet['program'] {
  if (checked.ok) return checked.program;
  const issues = checked.diagnostics.map(
    ({ message, line }) => `${line === null ? '' : `line ${line}: `}${message}`,
  );
  throw new ToolError('code_error', issues.join('; '));
}

/** Returns the end of what was printed, with a note on what is left out. */
function outputOf(lines: readonly string[]): string {
  const output = lines.join('\n');
  let kept = output.slice(-MAX_OUTPUT_BYTES);
  while (Buffer.byteLength(JSON.stringify(kept)) > MAX_OUTPUT_BYTES)
    kept = kept.slice(Math.ceil(kept.length / 10));
  if (kept.length === output.length) return output;
  return `[cut: the first ${output.length - kept.length} characters of ${output.length}]\n${kept.toWellFormed()}`;
}

/** Returns the result and the output, of which a snippet without `run` has the latter alone. */
function resultOf(outcome: RunOutcome, output: string, timeoutSeconds: number): Json {
  if (outcome.kind === 'success') {
    const { result } = outcome;
    if (output === '') return { result };
    return result === null ? { output } : { result, output };
  }
  if (outcome.kind === 'suspended') throw new Error('a snippet has no calls to wait for');
  if (outcome.kind === 'not_started') throw new ToolError('unavailable', outcome.reason);
  const { code, message, stack } = outcome;
  const advice =
    code === 'timeout' &&
    `Code may run for ${timeoutSeconds} s here: let it do less, or set timeout_seconds, up to ${MAX_TIMEOUT_SECONDS}.`;
  const printed = output && `Output:\n${output}`;
  throw new ToolError(code, [message, advice, stack, printed].filter(Boolean).join('\n'));
}

/** Returns whether a tool is a capability that code may call as well: none that waits, which would keep the sandbox waiting. */
function isPlain(name: string): boolean {
  return (
    name === 'http.request' || (capabilityTool(name, new Map())?.recorded({}) ?? 'own') !== 'own'
  );
}

function refuseForbidden(method: string, args: Json, { methods, knowledge }: Allowed): void {
  const asked = method === 'http.abort' ? 'http.request' : method;
  if (!methods.has(asked))
    throw new MetarunError(
      'forbidden',
      `Code of this agent may not call ${method}. It may call ${[...methods].join(', ') || 'nothing'}.`,
    );
  const ws = isJsonObject(args) ? (args['ws'] ?? null) : null;
  if (ws === null) return;
  if (asked === 'files.write' || asked === 'files.delete' || !knowledge.has(textOf(ws)))
    throw new MetarunError('forbidden', 'Code of this agent may not use this workspace.');
}
