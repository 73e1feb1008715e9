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

/** The ways in which a decision comes in. */
export const DECIDED_VIA = ['access_token', 'api_key', 'link', 'auto_approve', 'mcp'] as const;
export type DecidedVia = (typeof DECIDED_VIA)[number];

export const DECISIONS = ['approve', 'reject'] as const;

/** The longest comment of a decision, in characters. */
export const MAX_COMMENT = 2_000;

/** The author of a decision. */
export interface Decider {
  name: string;
  via: DecidedVia;
  /** The link by which they do, which is used up by it. */
  linkId?: string;
}

export interface Decision {
  decision: (typeof DECISIONS)[number];
  comment: string | null;
  payload: Json;
  /** The hash of the content that the decider has seen; null where the request has none. */
  hash: string | null;
}

/** A question of a task to a person. Times in ms. */
export interface Approval {
  id: string;
  projectId: string;
  taskId: string;
  taskName: string;
  attempt: number;
  /** The phase of its task by now. */
  phase: string | null;
  metaTask: string;
  metaTaskVersion: number;
  prompt: string;
  proposal: StoredJson | null;
  /** A JSON Schema. */
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

/** An approval with what its task was asked to do. */
export interface ApprovalDetail extends Approval {
  params: StoredJson;
}

/** A row with what its task says, and its status by the database's clock. */
export interface ApprovalRow extends ApprovalEntity {
  task_name: string;
  phase: string | null;
  /** JSON text. */
  params: string;
  task_type: string;
  task_type_version: number;
}

export function approvalOf(row: ApprovalRow): Approval {
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
    // One that has expired before any request read it did so at its time.
    decidedAt: row.decided_at ?? (status === 'expired' ? row.expires_at : null),
  };
}

export function approvalDetailOf(row: ApprovalRow): ApprovalDetail {
  return { ...approvalOf(row), params: new StoredJson(row.params) };
}

/** Returns the JSON Schema that the payload of a decision must match; null where there is none to give. */
export function formOf({ form }: Pick<Approval, 'form'>): JsonObject | boolean | null {
  return form === null ? null : (form.value as JsonObject | boolean);
}

/** Why an approval can be decided no longer: the 409 of its status. */
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
