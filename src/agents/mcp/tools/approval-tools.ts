import { Injectable } from '@nestjs/common';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import { LARGE_ITEMS, readPage } from '../../../platform/wire/page.js';
import {
  type Approval,
  APPROVAL_STATUSES,
  type ApprovalStatus,
  type Decision,
  DECISIONS,
} from '../../../tasks/approvals/approval.js';
import { approvalDto, toDecision } from '../../../tasks/approvals/approval.wire.js';
import { Approvals } from '../../../tasks/approvals/approvals.service.js';
import { QuestionsService } from '../questions.service.js';
import { jsonResult, MAX_ANSWER_BYTES } from '../tool-result.js';
import { args, type FixedTool, ID, LIMIT, readNumber, READS, readText } from './fixed-tool.js';
import { MAX_COMMENT_LENGTH } from '../../../base/kernel/max-lengths.js';

/** Name of the tool for decisions, which only some projects have. */
export const DECIDE_TOOL = 'decide_approval';

/** Tools that list approvals and decide on them. */
@Injectable()
export class ApprovalTools {
  constructor(
    private readonly approvals: Approvals,
    private readonly questions: QuestionsService,
  ) {}

  all(): FixedTool[] {
    return [this.list(), this.decide()];
  }

  private list(): FixedTool {
    return {
      name: 'list_approvals',
      title: 'List approvals',
      description: 'Lists what tasks have asked people to approve, newest first.',
      inputSchema: args({
        status: { type: 'string', enum: [...APPROVAL_STATUSES] },
        task_id: ID,
        limit: LIMIT,
        cursor: { ...ID, description: 'The next_cursor of the previous page.' },
      }),
      scope: 'tasks:read',
      hints: READS,
      call: async (given, { request }) => {
        const limit = readNumber(given, 'limit') ?? LIMIT.default;
        const filter = {
          status: readText(given, 'status') as ApprovalStatus | undefined,
          taskId: readText(given, 'task_id'),
        };
        const first = readText(given, 'cursor');
        const read = (most: number, shown: readonly Approval[]): Promise<Approval[]> => {
          const before = shown.at(-1)?.id ?? first;
          return this.approvals.list(request.project.id, { ...filter, before, limit: most });
        };
        const { items, more } = await readPage(limit, read, LARGE_ITEMS, MAX_ANSWER_BYTES);
        return jsonResult({
          approvals: items.map(approvalDto) as unknown as Json[],
          next_cursor: more ? (items.at(-1)?.id ?? null) : null,
        });
      },
    };
  }

  private decide(): FixedTool {
    return {
      name: DECIDE_TOOL,
      title: 'Decide on an approval',
      description: 'Approves or rejects what a task has asked for. Ask your user first.',
      inputSchema: args(
        {
          approval_id: ID,
          decision: { type: 'string', enum: [...DECISIONS] },
          comment: { type: 'string', maxLength: MAX_COMMENT_LENGTH },
          payload: { description: 'Values that the form of the approval asks for.' },
          hash: {
            type: 'string',
            maxLength: 200,
            description: 'Hash of the approval as it was read.',
          },
        },
        ['approval_id', 'decision'],
      ),
      scope: 'approvals:write',
      hints: { destructiveHint: true },
      call: async (given, call) => {
        const id = readText(given, 'approval_id') ?? '';
        const decided = await this.questions.decide(call, id, decision(given));
        return jsonResult(approvalDto(decided) as unknown as JsonObject);
      },
    };
  }
}

function decision(given: JsonObject): Decision {
  const { comment, payload, hash } = given;
  return toDecision({
    decision: given['decision'] === 'approve' ? 'approve' : 'reject',
    comment: typeof comment === 'string' ? comment : null,
    payload: payload ?? null,
    hash: typeof hash === 'string' ? hash : null,
  });
}
