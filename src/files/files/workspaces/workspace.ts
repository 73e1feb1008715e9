import { contentTag } from '../../../platform/wire/content-tag.js';

export type WorkspaceKind = 'files' | 'knowledge_base';
export const WORKSPACE_KINDS: readonly WorkspaceKind[] = ['files', 'knowledge_base'];

/** Which workspace is meant. */
export interface WorkspaceRef {
  id: string;
  projectId: string;
}

/** A tree of files of its own within a project. */
export interface Workspace extends WorkspaceRef {
  name: string;
  kind: WorkspaceKind;
  /** True for the workspace that file requests use if they name none. */
  isDefault: boolean;
  /** Most bytes that its files and their earlier versions may hold together; null = no limit. */
  quotaBytes: number | null;
  /** ms since the epoch. */
  createdAt: number;
}

export interface WorkspaceUsage {
  bytes: number;
  /** Files, without directories. */
  files: number;
  /** Bytes of earlier versions. */
  versionBytes: number;
  /** Earlier versions, those of deleted files too. */
  versions: number;
}

/** Returns the ETag of a workspace: of what clients set, so that its files do not change it. */
export function workspaceTag({ name, quotaBytes }: Workspace): string {
  return contentTag({ name, quota_bytes: quotaBytes });
}
