import type { components } from '@metarun/client';

/** The types of the API are those of its OpenAPI document. */
export type Task = components['schemas']['TaskDto'];
export type Run = components['schemas']['TaskDetailDto'];
export type TaskStatus = Task['status'];
export type Me = components['schemas']['MeDto'];
export type MyProject = Me['projects'][number];
export type Role = NonNullable<MyProject['role']>;
export type Approval = components['schemas']['ApprovalDto'];
export type MetaTask = components['schemas']['MetaTaskDto'];
export type Schedule = components['schemas']['ScheduleDto'];
export type ScheduleDetail = components['schemas']['ScheduleDetailDto'];
export type SchedulePreview = components['schemas']['SchedulePreviewDto'];
export type Secret = components['schemas']['SecretDto'];
export type ApiKey = components['schemas']['ApiKeyDto'];
export type CreatedApiKey = components['schemas']['CreatedApiKeyDto'];
export type Member = components['schemas']['MemberDto'];
export type Step = components['schemas']['TaskStepDto'];
export type Scope = MyProject['scopes'][number];
export type RunLimits = components['schemas']['RunLimitsDto'];

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
