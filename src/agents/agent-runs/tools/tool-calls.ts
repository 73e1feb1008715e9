import { isDeepStrictEqual } from 'node:util';
import { MetarunError } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { mapTexts } from '../../../base/kernel/map-texts.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { describeIssues, issuesAt } from '../../../base/schema/schema-issue.js';
import type { SchemaValidator } from '../../../base/schema/schema-validator.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { Journal } from '../../../workflow/steps/journal.js';
import type { Step, StepEnd } from '../../../workflow/steps/step.js';
import { RunGivenUp } from '../../../workflow/engine/operations/held.js';
import type { ToolCall } from '../loop/loop.js';
import type { ToolAnswer } from '../loop/messages.js';
import type { CallCapability, Operations } from '../operations.js';
import { type Decision, approvedInput } from './approvals.js';
import { type AgentTool, ToolError } from './tool.js';
import type { Toolbox } from './toolbox.js';
import { formatBeginning, fileNamePart } from '../../../base/kernel/large-text.js';

/** Maximum size in bytes of a result that is returned to a model unchanged. */
const MAX_BYTES = 16 * 1024;

/** A result in the form that is recorded and shown to the model. */
interface ShownResult {
  text: string;
  /** File with the whole result; null if `text` is complete. */
  path: string | null;
}

/** Maximum length of arguments that an answer repeats, in characters. */
const MAX_SHOWN_INPUT = 2_000;

/** Error if a person has rejected a call and the contract ends the task in this case. */
export class CallRejected extends Error {}

export interface ToolCallsOptions {
  toolbox: Toolbox;
  /** Names of the contract's tools whose calls require approval. */
  approve: ReadonlySet<string>;
  onRejected: 'report' | 'fail';
  context: CapabilityContext;
  journal: Journal;
  operations: Operations;
  schemas: SchemaValidator;
}

/** A valid call. */
interface Accepted {
  call: ToolCall;
  tool: AgentTool;
  input: JsonObject;
}

/** Makes the tool calls that a model requests, each as a durable step. */
export class ToolCalls {
  constructor(private readonly options: ToolCallsOptions) {}

  /**
   * Returns the answers in the order of the calls. Steps begin in that order as well, so that a replay finds their
   * records; calls that need approval begin once all approvals of the turn are decided. Throws {@link CallRejected}.
   */
  async make(calls: readonly ToolCall[]): Promise<ToolAnswer[]> {
    const looked = await Promise.all(calls.map((call) => this.accept(call)));
    const gated = looked.filter((one): one is Accepted => this.isGated(one));
    const decided = Promise.all(gated.map((one) => this.decide(one)));
    return Promise.all(
      looked.map(async (one) => {
        if (!('tool' in one)) return one;
        if (!this.isGated(one)) return this.run(one);
        const decision = (await decided)[gated.indexOf(one)];
        if (decision === undefined) throw new Error('a call has no decision');
        if (decision instanceof ToolError) return this.toToolAnswer(one, decision);
        if (decision.approved) return this.approved(one, decision.input);
        if (this.options.onRejected === 'fail') throw new CallRejected(decision.message);
        return failed(`${decision.message} Do not call it again like this.`);
      }),
    );
  }

  private isGated(one: Accepted | ToolAnswer): boolean {
    return 'tool' in one && this.options.approve.has(one.tool.name);
  }

  /** Returns a call if it is valid, otherwise the answer about the problem, which is not recorded. */
  private async accept(call: ToolCall): Promise<Accepted | ToolAnswer> {
    const { toolbox, schemas, context } = this.options;
    const tool = toolbox.tools.get(call.name);
    if (tool === undefined)
      return failed(
        `There is no tool ${quoted(call.name)}. There are: ${[...toolbox.tools.keys()].join(', ')}.`,
      );
    if (call.issue !== null) return failed(call.issue);
    const { input } = call;
    if (!isJsonObject(input)) return failed('The arguments must be an object.');
    if (!tool.checked) return { call, tool, input };
    const schema = JSON.stringify(tool.inputSchema);
    const issues = await schemas.validate(schema, input, context.projectId, { waits: true });
    if (issues.length === 0) return { call, tool, input };
    return failed(
      `The arguments do not match the schema: ${describeIssues(issuesAt('', issues))}.`,
    );
  }

  /** Asks a person for a decision; a failure to ask is an error of the call. */
  private decide({ tool, input }: Accepted): Promise<Decision | ToolError> {
    const { operations } = this.options;
    return operations.run(({ call }) =>
      this.attempt(() => approvedInput(tool.name, tool.inputSchema, input, call)),
    );
  }

  /** Makes an approved call. The answer mentions changes that the person has made to the input. */
  private async approved(one: Accepted, input: JsonObject): Promise<ToolAnswer> {
    const answer = await this.run({ ...one, input });
    if (isDeepStrictEqual(one.input, input)) return answer;
    const made = this.options.context.redact(JSON.stringify(input)).slice(0, MAX_SHOWN_INPUT);
    return {
      ...answer,
      text: `A person has changed the arguments; the call was made with: ${made}\n${answer.text}`,
    };
  }

  private run(accepted: Accepted): Promise<ToolAnswer> {
    const { tool, input, call } = accepted;
    const recorded = tool.recorded(input);
    return this.options.operations.run(async ({ call: capability }) => {
      if (recorded === 'own') {
        const use = { input, stepId: '', context: this.options.context, call: capability };
        const result = await this.attempt(() => tool.run(use));
        return this.toToolAnswer(
          accepted,
          result instanceof ToolError ? result : await this.shown(call, tool, result, capability),
        );
      }
      return this.step(accepted, recorded, capability);
    });
  }

  private async step(
    accepted: Accepted,
    recorded: 'again' | 'once',
    capability: CallCapability,
  ): Promise<ToolAnswer> {
    const { context, journal } = this.options;
    const { tool, input, call } = accepted;
    const step = await journal.begin('tool', tool.name);
    if (step.state === 'success' || step.state === 'failed')
      return this.toToolAnswer(accepted, parseStepResult(await journal.recorded(step)));
    const detail = JSON.stringify({ call: call.id });
    if (recorded === 'once') {
      if (step.state === 'running')
        return this.end(accepted, step, detail, unknownOutcome(tool.name, input));
      await journal.begun(step, detail);
    } else journal.runs(step);
    const result = await this.attempt(() =>
      tool.run({ input, stepId: step.id, context, call: capability }),
    );
    const shown =
      result instanceof ToolError ? result : await this.shown(call, tool, result, capability);
    return this.end(accepted, step, detail, shown);
  }

  private async end(
    accepted: Accepted,
    step: Step,
    detail: string,
    result: ShownResult | ToolError,
  ): Promise<ToolAnswer> {
    const end: StepEnd =
      result instanceof ToolError
        ? { status: 'failed', error: { type: result.code, message: result.message }, detail }
        : { status: 'success', result: JSON.stringify(result), detail };
    await this.options.journal.end(step, end);
    return this.toToolAnswer(accepted, result);
  }

  /** Returns the redacted result, or the error for the model. */
  private async attempt<T>(run: () => Promise<T>): Promise<T | ToolError> {
    const { context, journal } = this.options;
    try {
      return await run();
    } catch (error) {
      if (journal.signal.aborted || error instanceof RunGivenUp) throw error;
      if (error instanceof MetarunError || error instanceof ToolError)
        return new ToolError(error.code, context.redact(error.message));
      throw error;
    }
  }

  private shown(
    { number }: ToolCall,
    tool: AgentTool,
    result: Json,
    capability: CallCapability,
  ): Promise<ShownResult> {
    const { context } = this.options;
    const { taskId } = context;
    const redacted = mapTexts(result, (text) => context.redact(text));
    return shownResult(redacted, { taskId, number, tool: tool.name }, async (path, content) => {
      await capability('files.write', { path, content, encoding: 'utf-8' });
    });
  }

  private toToolAnswer({ tool, input }: Accepted, result: ShownResult | ToolError): ToolAnswer {
    const origin = tool.origin(input);
    if (result instanceof ToolError)
      return { text: `${result.code}: ${result.message}`, failed: true, origin, path: null };
    return { ...result, failed: false, origin };
  }
}

function failed(text: string): ToolAnswer {
  return { text, failed: true, origin: null, path: null };
}

function parseStepResult(end: StepEnd): ShownResult | ToolError {
  if (end.status === 'failed') return new ToolError(end.error.type, end.error.message);
  return JSON.parse(end.result) as ShownResult;
}

function unknownOutcome(tool: string, input: JsonObject): ToolError {
  return new ToolError(
    'unknown_outcome',
    `The service stopped while ${tool} was being called, and cannot know whether it took effect. It was not called again. Find out first. It was called with: ${JSON.stringify(input).slice(0, MAX_SHOWN_INPUT)}`,
  );
}

/** Returns a result in the form for the model. One that is too large is stored in a file through `write`. */
async function shownResult(
  result: Json,
  place: { taskId: string; number: number; tool: string },
  write: (path: string, content: string) => Promise<void>,
): Promise<ShownResult> {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  const size = Buffer.byteLength(text);
  if (size <= MAX_BYTES) return { text, path: null };
  const name = fileNamePart(place.tool);
  const path = `/.agent/${place.taskId}/${place.number}-${name}.${typeof result === 'string' ? 'txt' : 'json'}`;
  await write(path, text);
  return { path, text: formatBeginning(text, `${size} bytes`, path) };
}
