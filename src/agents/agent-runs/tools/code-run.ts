import { LANGUAGES, SCRIPT_LANGUAGES, type ScriptLanguage } from '../../../base/languages/index.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import type { CheckResult, RunHost, RunOutcome } from '../../../sandbox/runtime/runtime.js';
import { StopSignal } from '../../../sandbox/runtime/stop-signal.js';
import type { Runtimes } from '../../../sandbox/runtime/runtimes.js';
import type { EffectiveContract } from '../../agents/merge-contract.js';
import type { OpenRun } from '../../../tasks/tasks/runs/mode-executor.js';
import { givenUp } from '../../../workflow/engine/operations/held.js';
import { capabilityTool } from './capability-tools.js';
import type { FairSlots } from '../../../base/kernel/fair-slots.js';
import { type AgentTool, objectSchema, formatJsonValue, ToolError, type ToolUse } from './tool.js';

/**
 * Maximum size in bytes, as JSON, of the printed output for the model, of which the end is kept. Answers of more than
 * 16 KiB are stored in a file, whose end would not be visible.
 */
const MAX_OUTPUT_BYTES = 16_000;
/** Default time limit of a snippet; the time limit of the agent's task applies as well. */
const DEFAULT_TIMEOUT_SECONDS = 60;
const MAX_TIMEOUT_SECONDS = 600;

/** Functions that an agent's code may call: capabilities among its tools that require no approval. */
interface Allowed {
  methods: ReadonlySet<string>;
  /** Read-only functions of `methods`, which can be used on the workspaces of `knowledge`. */
  knowledge: ReadonlySet<string>;
}

/**
 * Returns the tool `code.run`, which runs code of the model in the sandbox of scripts, with the other tools available
 * through the `reporter`.
 */
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
        .check(formatJsonValue(code), use.context.projectId, { isSnippet: true });
      const timeoutSeconds = Number(use.input['timeout_seconds'] ?? DEFAULT_TIMEOUT_SECONDS);
      const snippet = { language, program: requireProgram(checked), params, timeoutSeconds };
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
  const stop = new StopSignal();
  const host: RunHost = {
    stop,
    onPhase: () => undefined,
    onProgress: () => undefined,
    onLog: (_level, text, part) => {
      if (part !== 'open') lines.push(text);
    },
    // The code has no access to secrets.
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
      // Code of a model runs only once.
      engine: 'isolate',
      fresh: true,
    },
    host,
  );
  const onClose = (): void => stop.request('cancelled', 0);
  journal.signal.addEventListener('abort', onClose, { once: true });
  try {
    return buildSnippetResult(await handle.outcome, truncateOutput(lines), timeoutSeconds);
  } finally {
    journal.signal.removeEventListener('abort', onClose);
  }
}

function requireProgram(checked: CheckResult): Snippet['program'] {
  if (checked.ok) return checked.program;
  const issues = checked.diagnostics.map(
    ({ message, line }) => `${line === null ? '' : `line ${line}: `}${message}`,
  );
  throw new ToolError('code_error', issues.join('; '));
}

/** Returns the end of the printed output, with a note about the omitted part. */
function truncateOutput(lines: readonly string[]): string {
  const output = lines.join('\n');
  let kept = output.slice(-MAX_OUTPUT_BYTES);
  while (Buffer.byteLength(JSON.stringify(kept)) > MAX_OUTPUT_BYTES)
    kept = kept.slice(Math.ceil(kept.length / 10));
  if (kept.length === output.length) return output;
  return `[cut: the first ${output.length - kept.length} characters of ${output.length}]\n${kept.toWellFormed()}`;
}

/** Returns the result and the output; a snippet without `run` has only output. */
function buildSnippetResult(outcome: RunOutcome, output: string, timeoutSeconds: number): Json {
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

/**
 * Returns whether a tool is a capability that code may call. Capabilities that wait are excluded, since they would
 * keep the sandbox waiting.
 */
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
  if (asked === 'files.write' || asked === 'files.delete' || !knowledge.has(formatJsonValue(ws)))
    throw new MetarunError('forbidden', 'Code of this agent may not use this workspace.');
}
