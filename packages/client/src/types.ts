import type { components, paths } from './openapi.js';

type Schemas = components['schemas'];

export type Task = Schemas['ListedTaskDto'];
export type TaskDetail = Schemas['TaskDetailDto'];
export type TaskStatus = Task['status'];
export type CreateTask = Schemas['CreateTaskDto'];
export type RerunTask = Schemas['RerunTaskDto'];
export type RetryTask = Schemas['RetryTaskDto'];
export type TaskStep = Schemas['TaskStepDto'];
export type LogLine = Schemas['LogLineDto'];
export type LogLevel = LogLine['level'];
export type MetaTask = Schemas['MetaTaskDto'];
/** A meta-task after a change, with `warnings` about references that the change has broken. */
export type ChangedMetaTask = Schemas['ChangedMetaTaskDto'];
export type ListedMetaTask = Schemas['ListedMetaTaskDto'];
export type ListedVersion = Schemas['ListedVersionDto'];
export type CreateMetaTask = Schemas['CreateMetaTaskDto'];
export type ChangeMetaTask = Schemas['ChangeMetaTaskDto'];
export type FileEntry = Schemas['FileEntryDto'];
export type FileContent = Schemas['FileContentDto'];
export type FileVersion = Schemas['FileVersionDto'];
export type WriteFile = Schemas['WriteFileDto'];
export type Approval = Schemas['ApprovalDto'];
export type ApprovalLink = Schemas['CreatedApprovalLinkDto'];
export type Decision = Schemas['DecideDto'];
export type Workspace = Schemas['WorkspaceDto'];
export type CreateWorkspace = Schemas['CreateWorkspaceDto'];
export type Schedule = Schemas['ScheduleDto'];
export type ScheduleDetail = Schemas['ScheduleDetailDto'];
export type CreateSchedule = Schemas['CreateScheduleDto'];
export type ChangeSchedule = Schemas['ChangeScheduleDto'];
export type Project = Schemas['ProjectDto'];
export type CreateProject = Schemas['CreateProjectDto'];
export type Me = Schemas['MeDto'];
export type Problem = Schemas['Problem'];

/** The query parameters of a path. */
export type Query<Path extends keyof paths, Method extends 'get' | 'delete' = 'get'> =
  paths[Path] extends Record<Method, { parameters: { query?: infer Q } }> ? NonNullable<Q> : never;

/** Options of every request. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** A page of a list. It may have fewer items than the query allows. */
export interface Page<T, Q> {
  items: T[];
  /** Query of the next page; null on the last page. */
  next: Q | null;
}
