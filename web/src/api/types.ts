import type { components } from '@metarun/client';

/** Types from the OpenAPI document. */
type Schemas = components['schemas'];
export type Task = Schemas['ListedTaskDto'];
export type TaskStatus = Task['status'];
export type Run = Schemas['TaskDetailDto'];
export type Attempt = Schemas['TaskAttemptDto'];
export type AttemptPhase = Schemas['AttemptPhaseDto'];
export type Step = Schemas['TaskStepDto'];
export type Tree = Schemas['TaskTreeDto'];
export type TreeTask = Schemas['TreeTaskDto'];
export type ErrorFrame = Schemas['ErrorFrameDto'];
export type SourceFile = Schemas['SourceFileDto'];
export type TaskFile = Schemas['TaskFileDto'];
export type WaitedFor = Schemas['WaitedForDto'];
export type Actor = Schemas['ActorDto'];
export type LogLine = Schemas['LogLineDto'];
export type LogLevel = LogLine['level'];
export type Json = Run['result'];
export type MetaTask = Schemas['MetaTaskDto'];
export type ChangedMetaTask = Schemas['ChangedMetaTaskDto'];
/** Content of a meta-task version, with the identifier of the meta-task. */
export type NewMetaTask = Schemas['CreateMetaTaskDto'];
export type DefinitionCheck = Schemas['DefinitionCheckDto'];
export type Upcoming = Schemas['UpcomingDto'];
/** A meta-task in a list, without its script and schemas. */
export type ListedMetaTask = Schemas['ListedMetaTaskDto'];
export type ListedVersion = Schemas['ListedVersionDto'];
export type TranscriptMessage = Schemas['TranscriptMessageDto'];
export type Me = Schemas['MeDto'];
export type MyProject = Me['projects'][number];
export type Role = NonNullable<MyProject['role']>;
export type Approval = Schemas['ApprovalDto'];
export type Schedule = Schemas['ScheduleDto'];
export type ScheduleDetail = Schemas['ScheduleDetailDto'];
export type SchedulePreview = Schemas['SchedulePreviewDto'];
export type Now = Schemas['NowDto'];
export type Stats = Schemas['TaskStatsDto'];
export type Secret = Schemas['SecretDto'];
export type ApiKey = Schemas['ApiKeyDto'];
export type CreatedApiKey = Schemas['CreatedApiKeyDto'];
export type User = Schemas['UserDto'];
export type EndedAccess = Schemas['EndedAccessDto'];
export type Member = Schemas['MemberDto'];
export type Webhook = Schemas['WebhookDto'];
export type WebhookWithSecret = Schemas['WebhookWithSecretDto'];
export type WebhookEvent = Webhook['events'][number];
export type Delivery = Schemas['DeliveryDto'];
export type DeliveryDetail = Schemas['DeliveryDetailDto'];
export type AuditRecord = Schemas['AuditRecordDto'];
export type Installation = Schemas['InstallationDto'];
export type Bulk = Schemas['BulkDto'];
export type BulkDetail = Schemas['BulkDetailDto'];
export type BulkAction = Bulk['action'];
export type NewBulk = Schemas['StartBulkDto'];
export type Found = Schemas['FoundDto'];
export type RunLimits = Schemas['RunLimitsDto'];
export type Project = Schemas['ProjectDto'];
export type Quota = Schemas['UsageDto'];
export type Image = Schemas['ImageDto'];
export type ImageDetail = Schemas['ImageDetailDto'];
export type ImageVersion = Schemas['ImageVersionDto'];
export type McpServer = Schemas['McpServerDto'];
export type McpTool = Schemas['McpToolDto'];
export type McpToolDescription = Schemas['McpToolDescriptionDto'];
export type McpSettings = Schemas['McpSettingsDto'];
export type MemorySettings = Schemas['MemorySettingsDto'];
export type SearchSettings = Schemas['SearchSettingsDto'];
export type ModelBudget = Schemas['ModelBudgetDto'];
export type Retention = Schemas['RetentionDto'];
export type Workspace = Schemas['WorkspaceDto'];
export type ModelProvider = Schemas['ModelProviderDto'];
export type ProviderModel = Schemas['ProviderModelDto'];
export type UsageReport = Schemas['ModelUsageReportDto'];
export type UsageOfGroup = Schemas['UsageOfGroupDto'];
export type Agent = Schemas['AgentDto'];
export type ListedAgent = Schemas['ListedAgentDto'];
export type Memory = Schemas['MemoryDto'];
export type MemoryDetail = Schemas['MemoryDetailDto'];
export type MemorySource = Schemas['MemorySourceDto'];
export type MemoryStats = Schemas['MemoryStatsDto'];
export type MemoryJob = Schemas['MemoryJobDto'];
export type Example = Schemas['ExampleDto'];
export type Token = Schemas['TokenDto'];
export type CreatedToken = Schemas['CreatedTokenDto'];
export type Session = Schemas['SessionDto'];
export type FileEntry = Schemas['FileEntryDto'];
export type FileVersion = Schemas['FileVersionDto'];
export type FoundSection = Schemas['SearchResultDto'];
export type Citation = Schemas['CitationDto'];
export type Scope = MyProject['scopes'][number];

export const STATUSES = [
  'running',
  'pending',
  'waiting',
  'failed',
  'success',
  'cancelled',
] as const satisfies readonly TaskStatus[];

/** Log levels, least severe first. */
export const LEVELS = ['debug', 'info', 'warning', 'error'] as const satisfies readonly LogLevel[];

export const USAGE_GROUPS = [
  'day',
  'model',
  'task_type',
  'agent',
] as const satisfies readonly UsageReport['group_by'][];
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const ENDED: ReadonlySet<TaskStatus> = new Set(['success', 'failed', 'cancelled']);

export function isStatus(value: unknown): value is TaskStatus {
  return STATUSES.some((status) => status === value);
}

export function isLevel(value: unknown): value is LogLevel {
  return LEVELS.some((level) => level === value);
}

export function hasEnded(status: TaskStatus): boolean {
  return ENDED.has(status);
}
