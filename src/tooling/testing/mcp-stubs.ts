import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { ToolOutput } from '../../agents/mcp-servers/connection/answers.js';
import { MCP_ERRORS } from '../../agents/mcp-servers/errors.js';
import type { McpScript } from '../local/scripted.mcp-port.js';
import { includesJson, sameJson } from './matching.js';
import type { McpStub, Mismatch, UnmatchedStubs } from './test-case.js';

const POINTER = '/stubs/mcp';
const SHOWN = 200;

/** Answers the calls of MCP tools in one case. */
export class McpStubs implements McpScript {
  private readonly answered: number[];
  private readonly unanswered = new Map<string, Mismatch>();

  /** `asker`: the caller, for messages. */
  constructor(
    private readonly stubs: readonly McpStub[],
    private readonly asker: string,
  ) {
    this.answered = stubs.map(() => 0);
  }

  /** Throws MetarunError for a call whose stub fails, or that has none. */
  call(server: string, tool: string, args: JsonObject): ToolOutput {
    const index = this.stubs.findIndex(
      (stub, at) =>
        answers(stub, server, tool, args) &&
        (this.answered[at] ?? 0) < (stub.times ?? Number.POSITIVE_INFINITY),
    );
    const stub = this.stubs[index];
    if (stub === undefined) throw this.refusal(server, tool, args);
    this.answered[index] = (this.answered[index] ?? 0) + 1;
    if (stub.error !== undefined) throw new MetarunError(MCP_ERRORS.mcp_error, stub.error);
    return toToolOutput(stub);
  }

  tools(server: string): string[] {
    const own = this.stubs.filter((stub) => stub.server === server);
    return [...new Set(own.map(({ tool }) => tool))].toSorted();
  }

  unmatched(): UnmatchedStubs {
    const unused = this.stubs.flatMap(({ server, tool, times: wanted }, index): Mismatch[] => {
      const times = this.answered[index] ?? 0;
      if (wanted === undefined ? times > 0 : times === wanted) return [];
      const rule = wanted === undefined ? '' : `; it must be ${wanted} times`;
      const message = `${server}/${tool} was called ${times} times${rule}`;
      return [{ pointer: `${POINTER}/${index}`, message }];
    });
    return { missing: [...this.unanswered.values()], unused };
  }

  private refusal(server: string, tool: string, args: JsonObject): MetarunError {
    const json = JSON.stringify(args);
    const shown = json.length <= SHOWN ? json : `${json.slice(0, SHOWN).toWellFormed()}…`;
    const called = `${server}/${tool} with ${shown}`;
    this.unanswered.set(called, {
      pointer: POINTER,
      message: `the ${this.asker} called ${called}, which no stub answers; add to stubs.mcp:\n  - { server: ${server}, tool: ${tool}, text: … }`,
    });
    return new MetarunError(MCP_ERRORS.mcp_error, `No stub of the test answers ${called}.`);
  }
}

function answers(stub: McpStub, server: string, tool: string, args: JsonObject): boolean {
  if (stub.server !== server || stub.tool !== tool) return false;
  if (stub.arguments !== undefined && !sameJson(args, stub.arguments)) return false;
  return stub.arguments_includes === undefined || includesJson(args, stub.arguments_includes);
}

function toToolOutput({ text, structured = null, is_error = false }: McpStub): ToolOutput {
  const said = text ?? (isJsonObject(structured) ? JSON.stringify(structured) : null);
  const content: Json[] = said === null ? [] : [{ type: 'text', text: said }];
  return { content, structured, is_error };
}
