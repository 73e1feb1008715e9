export type WorkspaceKind = 'files' | 'knowledge_base';
export const WORKSPACE_KINDS: readonly WorkspaceKind[] = ['files', 'knowledge_base'];

/** A tree of files of its own within a project. */
export interface Workspace {
  id: string;
  projectId: string;
  name: string;
  kind: WorkspaceKind;
  /** Whether file requests that name no workspace mean this one. */
  isDefault: boolean;
  /** Most bytes that its files may hold together; null = no limit. */
  quotaBytes: number | null;
  /** ms since the epoch. */
  createdAt: number;
}

export interface WorkspaceUsage {
  bytes: number;
  /** Files, without directories. */
  files: number;
}
