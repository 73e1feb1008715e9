import { contentTag } from '../../../platform/wire/content-tag.js';

export type WorkspaceKind = 'files' | 'knowledge_base';
export const WORKSPACE_KINDS: readonly WorkspaceKind[] = ['files', 'knowledge_base'];

/** Identifies a workspace. */
export interface WorkspaceRef {
  id: string;
  projectId: string;
}

/** A tree of files within a project. */
export interface Workspace extends WorkspaceRef {
  name: string;
  kind: WorkspaceKind;
  /** True for the workspace of file requests that name none. */
  isDefault: boolean;
  /** Maximum total size of its files and their earlier versions, in bytes; null = no limit. */
  quotaBytes: number | null;
  /** In ms since the epoch. */
  createdAt: number;
}

export interface WorkspaceUsage {
  bytes: number;
  /** Number of files, without directories. */
  files: number;
  /** Total size of earlier versions, in bytes. */
  versionBytes: number;
  /** Number of earlier versions, including those of deleted files. */
  versions: number;
}

/** Returns the ETag of a workspace, made from what clients set, so that its files do not change it. */
export function workspaceTag({ name, quotaBytes }: Workspace): string {
  return contentTag({ name, quota_bytes: quotaBytes });
}
