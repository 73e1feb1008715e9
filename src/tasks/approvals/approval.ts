import type { ApprovalEntity } from './approval.entity.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import { StoredJson, storedJson } from '../../base/kernel/stored-json.js';
import { APPROVAL_ERRORS } from './errors.js';

export const APPROVAL_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'expired',
  'cancelled',
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Channels through which a decision arrives. */
export const DECIDED_VIA = ['access_token', 'api_key', 'link', 'auto_approve', 'mcp'] as const;
export type DecidedVia = (typeof DECIDED_VIA)[number];

export const DECISIONS = ['approve', 'reject'] as const;

/** The author of a decision. */
export interface Decider {
  name: string;
  via: DecidedVia;
  /** Id of the link that was used to decide; the decision uses it up. */
  linkId?: string;
}

export interface Decision {
  decision: (typeof DECISIONS)[number];
  comment: string | null;
  payload: Json;
  /** Hash of the content that the decider has seen; null if the request has no hash. */
  hash: string | null;
}

/** A question of a task to a person. Times in ms. */
export interface Approval {
  id: string;
  projectId: string;
  taskId: string;
  taskName: string;
  attempt: number;
  /** Current phase of the task. */
  phase: string | null;
  metaTask: string;
  metaTaskVersion: number;
  prompt: string;
  proposal: StoredJson | null;
  /** JSON Schema of the payload; null if the answer has no payload. */
  form: StoredJson | null;
  hash: string;
  status: ApprovalStatus;
  automatic: boolean;
  comment: string | null;
  payload: StoredJson | null;
  decidedBy: string | null;
  decidedVia: DecidedVia | null;
  createdAt: number;
  expiresAt: number | null;
  decidedAt: number | null;
}

/** An approval with the params of its task. */
export interface ApprovalDetail extends Approval {
  params: StoredJson;
}

/** A row of an approval with columns of its task, and its status by the database clock. */
export interface ApprovalRow extends ApprovalEntity {
  task_name: string;
  phase: string | null;
  /** Params of the task, as JSON text. */
  params: string;
  task_type: string;
  task_type_version: number;
}

export function toApproval(row: ApprovalRow): Approval {
  const status = APPROVAL_STATUSES.find((known) => known === row.status);
  if (status === undefined) throw new Error(`stored approval of unknown status ${row.status}`);
  return {
    id: row.id,
    projectId: row.project_id,
    taskId: row.task_id,
    taskName: row.task_name,
    attempt: row.attempt,
    phase: row.phase,
    metaTask: row.task_type,
    metaTaskVersion: row.task_type_version,
    prompt: row.prompt,
    proposal: storedJson(row.proposal),
    form: storedJson(row.form),
    hash: row.hash,
    status,
    automatic: Boolean(row.automatic),
    comment: row.comment,
    payload: storedJson(row.payload),
    decidedBy: row.decided_by,
    decidedVia: DECIDED_VIA.find((known) => known === row.decided_via) ?? null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    // An approval that expired before a request recorded the expiry was decided at `expires_at`.
    decidedAt: row.decided_at ?? (status === 'expired' ? row.expires_at : null),
  };
}

export function toApprovalDetail(row: ApprovalRow): ApprovalDetail {
  return { ...toApproval(row), params: new StoredJson(row.params) };
}

/** Returns the JSON Schema that the payload of a decision must match; null if the approval has no form. */
export function getFormSchema({ form }: Pick<Approval, 'form'>): JsonObject | boolean | null {
  return form === null ? null : (form.value as JsonObject | boolean);
}

/** Returns the 409 for an approval that is no longer pending. */
export function notPending({ status, decidedBy }: Approval): MetarunError {
  switch (status) {
    case 'expired':
      return new MetarunError(
        APPROVAL_ERRORS.approval_expired,
        'The approval expired before it was decided: run the task again to be asked again.',
      );
    case 'cancelled':
      return new MetarunError(
        APPROVAL_ERRORS.approval_cancelled,
        'The task has ended, and needs the approval no more.',
      );
    default:
      return new MetarunError(
        APPROVAL_ERRORS.approval_decided,
        `The approval is ${status} already, by ${decidedBy ?? 'another caller'}. Nothing is left to decide.`,
      );
  }
}
