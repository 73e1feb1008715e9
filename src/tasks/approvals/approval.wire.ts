import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { Approval, ApprovalDetail, Decision } from './approval.js';
import type { ApprovalDetailDto, ApprovalDto, DecideDto } from './approval.dto.js';

export function toDecision({ decision, comment, payload, hash }: DecideDto): Decision {
  return {
    decision,
    comment: comment == null || comment.trim() === '' ? null : comment,
    payload: payload ?? null,
    hash: hash ?? null,
  };
}

export function approvalDto(approval: Approval): ApprovalDto {
  return {
    id: approval.id,
    task_id: approval.taskId,
    task_name: approval.taskName,
    task_type: approval.metaTask,
    task_type_version: approval.metaTaskVersion,
    attempt: approval.attempt,
    phase: approval.phase,
    prompt: approval.prompt,
    proposal: approval.proposal,
    form: approval.form,
    hash: approval.hash,
    status: approval.status,
    automatic: approval.automatic,
    comment: approval.comment,
    payload: approval.payload,
    decided_by: approval.decidedBy,
    decided_via: approval.decidedVia,
    created_at: isoTime(approval.createdAt),
    expires_at: isoTimeOrNull(approval.expiresAt),
    decided_at: isoTimeOrNull(approval.decidedAt),
  };
}

export function approvalDetailDto(approval: ApprovalDetail): ApprovalDetailDto {
  return { ...approvalDto(approval), params: approval.params };
}
