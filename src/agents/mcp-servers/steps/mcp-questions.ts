import { Injectable } from '@nestjs/common';
import type { ElicitResult } from '@modelcontextprotocol/client';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { describeIssues, issuesAt } from '../../../base/schema/schema-issue.js';
import { SchemaValidator } from '../../../base/schema/schema-validator.js';
import { Capabilities, type CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { PendingCall } from '../../../sandbox/runtime/runtime.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { mcpError } from '../connection/mcp-gateway.service.js';

const ELICITATION = 'elicitation/create';
/** Time limit for an answer in seconds: a day. */
const EXPIRES_SECONDS = 24 * 60 * 60;
const MAX_MESSAGE = 8_000;
const MAX_URL = 2_000;

/** Server and tool that ask a question. */
export interface Asker {
  server: string;
  tool: string;
}

/** Questions of MCP servers, which become approvals of the calling task. */
@Injectable()
export class McpQuestions {
  constructor(
    private readonly capabilities: Capabilities,
    private readonly schemas: SchemaValidator,
  ) {}

  /** Returns the answers by request name. Throws `mcp_error` for unsupported requests. */
  async answers(
    context: CapabilityContext,
    asker: Asker,
    requests: Readonly<Record<string, JsonObject>>,
    pending: PendingCall,
  ): Promise<JsonObject> {
    const responses: JsonObject = {};
    for (const [name, { method = null, params = null }] of Object.entries(requests)) {
      if (method !== ELICITATION || !isJsonObject(params))
        throw mcpError(
          'mcp_error',
          `The MCP server ${quoted(asker.server)} asks for ${JSON.stringify(method).slice(0, 100)}, which this service does for no server.`,
        );
      responses[name] = { ...(await this.answer(context, asker, params, pending)) } as JsonObject;
    }
    return responses;
  }

  /** Asks a person for an answer. Throws `mcp_error` for an invalid form. */
  async answer(
    context: CapabilityContext,
    { server, tool }: Asker,
    params: JsonObject,
    pending: PendingCall,
  ): Promise<ElicitResult> {
    const { message, url = null, requestedSchema = null, mode } = params;
    const isLink = mode === 'url';
    const form = isLink ? null : requestedSchema;
    await this.checkForm(context.projectId, server, form);
    const end = await this.capabilities.call(
      context,
      'approval.ask',
      {
        // The server's text is not trusted as Markdown.
        prompt: `The MCP server ${quoted(server)} asks before it goes on with ${quoted(tool)}. Its words are below.`,
        proposal: {
          server,
          tool,
          message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE).toWellFormed() : '',
          ...(isLink && { open: parseLink(server, url) }),
        },
        form,
        expires_in: EXPIRES_SECONDS,
      },
      pending,
    );
    if (!isJsonObject(end)) throw new Error('an approval has no answer');
    const { state, payload = null } = end;
    if (state === 'expired') return { action: 'cancel' };
    if (state !== 'approved' || (form !== null && !isJsonObject(payload)))
      return { action: 'decline' };
    return {
      action: 'accept',
      ...(form !== null && { content: payload as NonNullable<ElicitResult['content']> }),
    };
  }

  private async checkForm(projectId: string, server: string, form: Json): Promise<void> {
    if (form === null) return;
    const issues = await this.schemas.check(form, projectId, { waits: true });
    if (issues.length > 0)
      throw mcpError(
        'mcp_error',
        `The MCP server ${quoted(server)} asks with a form that cannot be used: ${describeIssues(issuesAt('form', issues))}.`,
      );
  }
}

/** Returns the URL of a link. Throws `mcp_error` for one that people should not open. */
function parseLink(server: string, given: Json): string {
  const url = typeof given === 'string' && given.length <= MAX_URL ? URL.parse(given) : null;
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  throw mcpError(
    'mcp_error',
    `The MCP server ${quoted(server)} asks to open a link that is not an http or https URL.`,
  );
}
