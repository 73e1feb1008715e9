import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { ApprovalLink } from './approval-links.service.js';
import type { ApprovalLinkDto } from './approval-link.dto.js';

export function approvalLinkDto(link: ApprovalLink): ApprovalLinkDto {
  return {
    id: link.id,
    name: link.name,
    created_by: link.createdBy,
    created_at: isoTime(link.createdAt),
    used_at: isoTimeOrNull(link.usedAt),
    revoked_at: isoTimeOrNull(link.revokedAt),
  };
}
