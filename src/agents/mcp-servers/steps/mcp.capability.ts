import { Injectable } from '@nestjs/common';
import { invalidField, MetarunError, recordedError } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { mapTexts } from '../../../base/kernel/map-texts.js';
import { RunGivenUp } from '../../../workflow/engine/operations/held.js';
import type { Capabilities, CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../../sandbox/runtime/capability-args.js';
import type { PendingCall } from '../../../sandbox/runtime/runtime.js';
import { Journals } from '../../../workflow/steps/journals.js';
import { stepName } from '../../../workflow/steps/step.capability.js';
import type { ListedTool } from '../registry/mcp-server.js';
import { CallPlace } from './call-place.js';
import { McpPort } from './mcp-port.js';
import { McpSteps } from './mcp-steps.js';

const CALL = 'mcp.call';
const TOOLS = 'mcp.tools';
/** Maximum size of the arguments' JSON in bytes. */
const MAX_ARGUMENTS_BYTES = 1024 * 1024;
/** Maximum size of a tool list's JSON in bytes. */
const MAX_LIST_BYTES = 1024 * 1024;
const MAX_SECONDS = 3600;

/** `mcp.call` and `mcp.tools`: tools of MCP servers, which the guests expose as `reporter.mcp`. */
@Injectable()
export class McpCapability {
  constructor(
    private readonly journals: Journals,
    private readonly port: McpPort,
    private readonly steps: McpSteps,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register(
      CALL,
      (context, json, call) =>
        this.call(
          context,
          new CapabilityArgs(CALL, json, ['server', 'tool', 'arguments', 'timeout']),
          call,
        ),
      { waits: true },
    );
    capabilities.register(
      TOOLS,
      (context, json, call) =>
        this.tools(context, new CapabilityArgs(TOOLS, json, ['server']), call),
      { waits: true },
    );
  }

  /** Returns `{content, structured, is_error, path}`, the same at every replay. */
  private async call(
    context: CapabilityContext,
    args: CapabilityArgs,
    call: PendingCall,
  ): Promise<Json> {
    assertAllowed(context);
    const [server, tool] = [args.text('server'), args.text('tool')];
    stepName(CALL, `${server}/${tool}`);
    const given = args.json('arguments') ?? {};
    if (!isJsonObject(given)) throw invalidField(CALL, '"arguments" must be an object');
    const size = Buffer.byteLength(JSON.stringify(given));
    if (size > MAX_ARGUMENTS_BYTES)
      throw new MetarunError(
        'too_large',
        `The arguments have ${size} bytes of JSON; ${MAX_ARGUMENTS_BYTES} are allowed.`,
      );
    const seconds =
      args.json('timeout') === null ? null : args.number('timeout', 0.001, MAX_SECONDS);
    const place = new CallPlace(context, this.journals.of(context), call);
    const ref = { projectId: context.projectId, server, tool };
    return { ...(await this.steps.call({ place, ref, args: given, seconds })) };
  }

  /** Returns the callable tools, the same at every replay. */
  private async tools(
    context: CapabilityContext,
    args: CapabilityArgs,
    call: PendingCall,
  ): Promise<Json> {
    assertAllowed(context);
    const server = args.text('server');
    const journal = this.journals.of(context);
    const step = await journal.begin('mcp', stepName(TOOLS, server), call);
    if (step.state === 'success' || step.state === 'failed') {
      const end = await journal.recorded(step);
      if (end.status === 'failed') throw recordedError(end.error.type, end.error.message);
      return JSON.parse(end.result) as Json;
    }
    journal.runs(step);
    try {
      const found = await this.port.tools({ projectId: context.projectId, server }, journal.signal);
      const list = mapTexts(found.map(toolJson), (text) => context.redact(text));
      const result = JSON.stringify(list);
      if (Buffer.byteLength(result) > MAX_LIST_BYTES)
        throw new MetarunError(
          'too_large',
          `The tools of ${JSON.stringify(server)} have more than ${MAX_LIST_BYTES} bytes of JSON: an administrator allows fewer.`,
        );
      await journal.end(step, { status: 'success', result, detail: JSON.stringify({ server }) });
      return list;
    } catch (error) {
      if (journal.signal.aborted || error instanceof RunGivenUp || !(error instanceof MetarunError))
        throw error;
      const message = context.redact(error.message);
      await journal.end(step, {
        status: 'failed',
        error: { type: error.code, message },
        detail: JSON.stringify({ server, again: true }),
      });
      throw error;
    }
  }
}

function assertAllowed({ allowMcp }: CapabilityContext): void {
  if (!allowMcp)
    throw new MetarunError(
      'not_available',
      "The meta-task's allow_mcp is false: set it to true to let its tasks call MCP servers.",
    );
}

function toolJson({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ListedTool): Json {
  return {
    name,
    title,
    description,
    input_schema: inputSchema,
    output_schema: outputSchema,
    annotations,
  };
}
