import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { MetarunError } from '../../base/kernel/errors.js';
import type { ToolCall } from './call.js';
import type { LoneAnswer } from './question-ids.js';
import { QuestionsService } from './questions.service.js';
import type { McpRequest } from './request.js';
import { sessionCapabilities } from './session.js';

const INVALID_PARAMS = -32_602;

/**
 * Processes the answers of clients of an earlier revision, which arrive as separate requests. Such a request may reach
 * another server than the waiting one: the decision is stored as a row, which the waiting call reads.
 */
@Injectable()
export class LoneAnswers {
  constructor(private readonly questions: QuestionsService) {}

  async take(request: McpRequest, answer: LoneAnswer, response: ServerResponse): Promise<void> {
    const call: ToolCall = {
      request,
      client: sessionCapabilities(request.session),
      meta: {},
      responses: {},
      state: undefined,
      gone: AbortSignal.any([]),
      ask: null,
      notify: () => Promise.resolve(),
    };
    try {
      await this.questions.answerAlone(call, answer);
      response.writeHead(202).end();
    } catch (error) {
      if (!(error instanceof MetarunError) || error.kind === 'internal') throw error;
      const { code, errors, message } = error;
      const body = {
        jsonrpc: '2.0',
        id: null,
        error: { code: INVALID_PARAMS, message, data: { code, errors } },
      };
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    }
  }
}
