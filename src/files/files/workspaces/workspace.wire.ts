import { isoTime } from '../../../base/kernel/clock.js';
import type { WorkspaceWithUsage } from './workspaces.service.js';
import type { WorkspaceDto } from './workspace.dto.js';

export function workspaceDto({ workspace, usage }: WorkspaceWithUsage): WorkspaceDto {
  return {
    id: workspace.id,
    name: workspace.name,
    kind: workspace.kind,
    is_default: workspace.isDefault,
    quota_bytes: workspace.quotaBytes,
    usage: {
      bytes: usage.bytes,
      files: usage.files,
      version_bytes: usage.versionBytes,
      versions: usage.versions,
    },
    created_at: isoTime(workspace.createdAt),
  };
}
