/** An entry of a project at one of its versions. Times in ms. */
export interface Entry {
  id: string;
  projectId: string;
  identifier: string;
  version: number;
  /** Id of the row of the version. */
  versionId: string;
  /** Number of the version in use. */
  currentVersion: number;
  createdBy: string;
  /** Author's note on this version. */
  note: string | null;
  createdAt: number;
  /** Creation time of this version. */
  versionCreatedAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

/** A kind of entries: its names in the API and its tables. */
export interface EntryKind {
  /** Name of the kind in messages, such as `meta-task`. */
  noun: string;
  /** Last segment of the path of the list, such as `task-types`. */
  path: string;
  /** Path parameter of an entry, such as `task_type`. */
  parameter: string;
  table: 'task_types' | 'agents';
  /** Column of a version that refers to its entry. */
  owner: 'task_type_id' | 'agent_id';
  quota: 'maxMetaTasks' | 'maxAgents';
  versionQuota: 'maxMetaTaskVersions' | 'maxAgentVersions';
  /** Columns of a version that no response contains. */
  unread: readonly string[];
  /** Columns that can be large, which summaries omit. */
  large: readonly string[];
  /** Identifier for a name that has no letter or digit. */
  unnamed: string;
}
