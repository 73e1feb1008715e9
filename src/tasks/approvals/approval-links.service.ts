import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { ApprovalLinkEntity } from './approval-link.entity.js';
import { unknownId } from '../../base/kernel/errors.js';
import { isUuid, newId } from '../../base/kernel/ids.js';
import { SecretKey } from '../../access/secrets/secret-key.js';
import { type Approval, notPending } from './approval.js';
import { Approvals } from './approvals.service.js';
import { verifyLinkToken, linkKey, linkToken } from './link-token.js';

/** A link to an approval. Times in ms. */
export interface ApprovalLink {
  id: string;
  name: string;
  createdBy: string;
  createdAt: number;
  usedAt: number | null;
  revokedAt: number | null;
}

/**
 * Links by which people decide without credentials. Tokens are signed with the server's key, so that stored rows alone
 * yield none.
 */
@Injectable()
export class ApprovalLinks {
  constructor(
    private readonly database: Database,
    private readonly key: SecretKey,
    private readonly approvals: Approvals,
  ) {}

  /** Creates a link for the person `name`. Throws a 409 if the approval is no longer pending. */
  async create(
    projectId: string,
    approvalId: string,
    name: string,
    createdBy: string,
  ): Promise<{ link: ApprovalLink; token: string; approval: Approval }> {
    const approval = await this.approvals.get(projectId, approvalId);
    if (approval.status !== 'pending') throw notPending(approval);
    const made = await this.createFor(approval, name, createdBy);
    return { ...made, approval };
  }

  /**
   * Creates a link like {@link create}, but also to an approval that has been decided: the link then shows the
   * decision.
   */
  async createFor(
    approval: Approval,
    name: string,
    createdBy: string,
  ): Promise<{ link: ApprovalLink; token: string }> {
    const key = await this.key.findOrMake();
    const [row] = await this.database.execute<ApprovalLinkEntity>(
      `INSERT INTO approval_links (id, project_id, approval_id, name, created_by, created_at)
       VALUES (?, ?, ?, ?, ?, ${this.database.now}) RETURNING *`,
      [newId(), approval.projectId, approval.id, name, createdBy],
    );
    if (!row) throw new Error('an insert gave no row');
    return { link: toApprovalLink(row), token: linkToken(linkKey(key.bytes), row.id) };
  }

  /**
   * Returns the usable link that this caller has already created for this name, else a new one as {@link createFor}
   * does.
   */
  async kept(
    approval: Approval,
    name: string,
    createdBy: string,
  ): Promise<{ link: ApprovalLink; token: string }> {
    const [row] = await this.database.query<ApprovalLinkEntity>(
      `SELECT * FROM approval_links WHERE approval_id = ? AND project_id = ? AND name = ? AND created_by = ?
         AND revoked_at IS NULL AND used_at IS NULL ORDER BY id LIMIT 1`,
      [approval.id, approval.projectId, name, createdBy],
    );
    if (!row) return this.createFor(approval, name, createdBy);
    const key = await this.key.findOrMake();
    return { link: toApprovalLink(row), token: linkToken(linkKey(key.bytes), row.id) };
  }

  /** Returns the links of an approval, oldest first. */
  async list(projectId: string, approvalId: string): Promise<ApprovalLink[]> {
    const { id } = await this.approvals.get(projectId, approvalId);
    const rows = await this.database.query<ApprovalLinkEntity>(
      'SELECT * FROM approval_links WHERE approval_id = ? AND project_id = ? ORDER BY id',
      [id, projectId],
    );
    return rows.map(toApprovalLink);
  }

  /** Revokes a link: its holder can no longer decide. */
  async revoke(projectId: string, approvalId: string, linkId: string): Promise<void> {
    const { id } = await this.approvals.get(projectId, approvalId);
    const [row] = isUuid(linkId)
      ? await this.database.execute(
          `UPDATE approval_links SET revoked_at = COALESCE(revoked_at, ${this.database.now})
           WHERE id = ? AND approval_id = ? AND project_id = ? RETURNING id`,
          [linkId.toLowerCase(), id, projectId],
        )
      : [];
    if (row === undefined) throw unknownId('link', linkId, 'approvals/{approval_id}/links');
  }

  /**
   * Returns the link of a token and its approval; null if the token is invalid, the link is revoked or its project is
   * archived.
   */
  async open(token: string): Promise<{ link: ApprovalLink; approval: Approval } | null> {
    const key = await this.key.find();
    const id = key && verifyLinkToken(linkKey(key.bytes), token);
    if (id === null) return null;
    const [row] = await this.database.query<ApprovalLinkEntity>(
      `SELECT l.* FROM approval_links l JOIN projects p ON p.id = l.project_id
       WHERE l.id = ? AND l.revoked_at IS NULL AND p.archived_at IS NULL`,
      [id],
    );
    if (!row) return null;
    const approval = await this.approvals.find(row.project_id, row.approval_id);
    return approval === null ? null : { link: toApprovalLink(row), approval };
  }
}

function toApprovalLink(row: ApprovalLinkEntity): ApprovalLink {
  return {
    id: row.id,
    name: row.name,
    createdBy: row.created_by,
    createdAt: row.created_at,
    usedAt: row.used_at,
    revokedAt: row.revoked_at,
  };
}
