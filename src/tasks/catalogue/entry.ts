/** A named thing of a project at one of its versions. Times in ms. */
export interface Entry {
  id: string;
  projectId: string;
  identifier: string;
  version: number;
  /** Id of the version's row. */
  versionId: string;
  /** The version that is in use. */
  currentVersion: number;
  createdBy: string;
  /** Note of the author on this version. */
  note: string | null;
  createdAt: number;
  /** When this version was made. */
  versionCreatedAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

/** A kind of entries: its words and its tables. */
export interface EntryKind {
  /** As messages have it: `meta-task`. */
  noun: string;
  /** The last part of the path of its list: `task-types`. */
  path: string;
  /** The parameter of its paths: `task_type`. */
  parameter: string;
  table: 'task_types' | 'agents';
  /** The column of a version that names its entry. */
  owner: 'task_type_id' | 'agent_id';
  quota: 'maxMetaTasks' | 'maxAgents';
  versionQuota: 'maxMetaTaskVersions' | 'maxAgentVersions';
  /** The columns of a version that no answer has. */
  unread: readonly string[];
  /** Columns that can be large, which summaries omit. */
  large: readonly string[];
  /** The identifier where a name has no letter or digit. */
  unnamed: string;
}
