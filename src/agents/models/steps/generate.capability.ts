import { Injectable } from '@nestjs/common';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { describeIssues, issuesAt } from '../../../base/schema/schema-issue.js';
import { SchemaValidator } from '../../../base/schema/schema-validator.js';
import type { Capabilities, CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../../sandbox/runtime/capability-args.js';
import type { PendingCall } from '../../../sandbox/runtime/runtime.js';
import type { Journal } from '../../../workflow/steps/journal.js';
import { Journals } from '../../../workflow/steps/journals.js';
import { stepName } from '../../../workflow/steps/step.capability.js';
import { MODEL_ERRORS } from '../errors.js';
import {
  ModelGateway,
  type ModelInfo,
  type ModelReply,
  type ModelUsage,
} from '../model-gateway.js';
import { usageDto } from '../providers/model-provider.wire.js';
import { ModelBudget } from './model-budget.js';
import { ModelSteps } from './model-steps.js';
import { SchemaAnswer } from './schema-answer.js';

const METHOD = 'model.generate';
const ARGUMENTS = ['prompt', 'model', 'schema', 'max_tokens', 'name'];
/** Maximum number of times that a model may correct an answer that does not match the schema. */
const MAX_REPAIRS = 3;
/** Default token limit of an answer, if the model allows as many. */
const DEFAULT_MAX_TOKENS = 8_192;
const MAX_MESSAGES = 1_000;
const ROLES = ['system', 'user', 'assistant'] as const;

interface Prompt {
  system: string | null;
  messages: JsonObject[];
}

/** `model.generate`: an answer of a model, which the guests expose as `reporter.ai.generate`. */
@Injectable()
export class GenerateCapability {
  constructor(
    private readonly journals: Journals,
    private readonly gateway: ModelGateway,
    private readonly steps: ModelSteps,
    private readonly budget: ModelBudget,
    private readonly schemas: SchemaValidator,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register(
      METHOD,
      (context, json, call) =>
        this.generate(context, new CapabilityArgs(METHOD, json, ARGUMENTS), call),
      { waits: true },
    );
  }

  /** Returns `{text, object, finish, model, usage}`, the same at every replay. */
  private async generate(
    context: CapabilityContext,
    args: CapabilityArgs,
    call: PendingCall,
  ): Promise<Json> {
    const journal = this.journals.of(context);
    const name = stepName(METHOD, args.optionalText('name') ?? 'generate');
    const prompt = parsePrompt(args.json('prompt'));
    const model = await this.gateway.find(context.projectId, args.optionalText('model'));
    const wanted = args.optionalWhole('max_tokens', 1, 100_000_000) ?? DEFAULT_MAX_TOKENS;
    const most = Math.min(wanted, model.maxOutputTokens);
    const schema = await this.validateSchema(args.json('schema'), context.projectId);
    const used: ModelUsage[] = [];
    const answer = schema === null ? null : new SchemaAnswer(schema);
    const messages = [...prompt.messages];
    for (;;) {
      const { system, tools } = answer?.added(prompt.system) ?? {
        system: prompt.system,
        tools: [],
      };
      const reply = await this.ask(context, journal, call, model, {
        name,
        most,
        system,
        messages,
        tools,
      });
      used.push(reply.usage);
      if (answer === null) return buildResult(model, reply, null, used);
      const read = answer.read(reply);
      const issues =
        'value' in read
          ? describeIssues(
              issuesAt(
                'answer',
                await this.schemas.validate(answer.text, read.value, context.projectId, {
                  waits: true,
                }),
              ),
            )
          : read.problem;
      if ('value' in read && issues === '') return buildResult(model, reply, read.value, used);
      if (used.length > MAX_REPAIRS) throw unmatched(journal, model, issues);
      messages.push(...reply.messages, ...answer.correction(reply, issues));
    }
  }

  private async ask(
    context: CapabilityContext,
    journal: Journal,
    call: PendingCall,
    model: ModelInfo,
    asked: Prompt & {
      name: string;
      most: number;
      tools: ReturnType<SchemaAnswer['added']>['tools'];
    },
  ): Promise<ModelReply> {
    const { name, most, system, messages, tools } = asked;
    const text = JSON.stringify({ system, messages, tools });
    const { reply } = await this.steps.ask(context, journal, call, name, async () => ({
      model: model.ref,
      system,
      messages,
      tools,
      maxOutputTokens: await this.budget.outputTokens(context, journal, model, text, most),
      temperature: null,
      reasoning: null,
    }));
    return reply;
  }

  private async validateSchema(schema: Json, projectId: string): Promise<JsonObject | null> {
    if (schema === null) return null;
    if (!isJsonObject(schema))
      throw invalidField(METHOD, '"schema" must be an object, a JSON Schema');
    const issues = await this.schemas.check(schema, projectId, { waits: true });
    if (issues.length === 0) return schema;
    throw new MetarunError('invalid_schema', `${describeIssues(issuesAt('schema', issues))}.`);
  }
}

/** Parses a prompt: a text, or messages `{role, content}` of which those with the role system come first. */
function parsePrompt(given: Json): Prompt {
  if (typeof given === 'string') {
    if (given.trim() === '') throw invalidField(METHOD, '"prompt" is empty');
    return { system: null, messages: [{ role: 'user', content: given }] };
  }
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_MESSAGES)
    throw invalidField(
      METHOD,
      `"prompt" must be a text, or a list of 1 to ${MAX_MESSAGES} messages`,
    );
  const system: string[] = [];
  const messages: JsonObject[] = [];
  for (const [index, one] of given.entries()) {
    const role = isJsonObject(one) ? ROLES.find((known) => known === one['role']) : undefined;
    const content = isJsonObject(one) ? one['content'] : null;
    if (typeof content !== 'string' || content === '' || role === undefined)
      throw invalidField(
        METHOD,
        `"prompt": message ${index + 1} must have "role" (system, user or assistant) and "content", a text`,
      );
    if (role !== 'system') messages.push({ role, content });
    else if (messages.length === 0) system.push(content);
    else
      throw invalidField(
        METHOD,
        `"prompt": message ${index + 1} has the role system, and comes after others`,
      );
  }
  if (messages.length === 0) throw invalidField(METHOD, '"prompt" has no message of the role user');
  return { system: system.length === 0 ? null : system.join('\n\n'), messages };
}

function buildResult(
  model: ModelInfo,
  reply: ModelReply,
  object: Json,
  used: readonly ModelUsage[],
): Json {
  return {
    text: reply.text,
    object,
    finish: reply.finish,
    model: model.ref,
    usage: { ...usageDto(sumUsage(used)) },
  };
}

/** Returns the total usage of all requests for an answer. */
function sumUsage(used: readonly ModelUsage[]): ModelUsage {
  return used.reduce((all, one) => ({
    inputTokens: all.inputTokens + one.inputTokens,
    cachedTokens: all.cachedTokens + one.cachedTokens,
    outputTokens: all.outputTokens + one.outputTokens,
    reasoningTokens: all.reasoningTokens + one.reasoningTokens,
    costMicroUsd:
      all.costMicroUsd === null || one.costMicroUsd === null
        ? null
        : all.costMicroUsd + one.costMicroUsd,
  }));
}

function unmatched(journal: Journal, { ref }: ModelInfo, issues: string): MetarunError {
  const message = `The model "${ref}" gave no answer that matches the schema, and corrected it ${MAX_REPAIRS} times: ${issues}.`;
  journal.gives({ type: 'MetarunError', message }, 'model_error');
  return new MetarunError(MODEL_ERRORS.model_error, message);
}
