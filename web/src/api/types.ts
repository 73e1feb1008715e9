import type { components } from '@metarun/client';

/** The types of the API are those of its OpenAPI document. */
export type Task = components['schemas']['TaskDto'];
export type Run = components['schemas']['TaskDetailDto'];
export type TaskStatus = Task['status'];
export type Me = components['schemas']['MeDto'];
export type MyProject = Me['projects'][number];
export type Role = NonNullable<MyProject['role']>;
export type Approval = components['schemas']['ApprovalDto'];

export const STATUSES = [
  'running',
  'pending',
  'waiting',
  'failed',
  'success',
  'cancelled',
] as const satisfies readonly TaskStatus[];

export function isStatus(value: unknown): value is TaskStatus {
  return STATUSES.some((status) => status === value);
}
