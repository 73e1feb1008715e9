import { AccessTokenEntity } from './access-token.entity.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { ApprovalEntity } from './approval.entity.js';
import { ApprovalLinkEntity } from './approval-link.entity.js';
import { ClockEntity } from './clock.entity.js';
import { ConversionContentEntity } from './conversion-content.entity.js';
import { ConversionEntity } from './conversion.entity.js';
import { ConversionJobEntity } from './conversion-job.entity.js';
import { EventCounterEntity } from './event-counter.entity.js';
import { FileEntity } from './file.entity.js';
import { FileVersionEntity } from './file-version.entity.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { InstallationEntity } from './installation.entity.js';
import { MemberEntity } from './member.entity.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectUsageEntity } from './project-usage.entity.js';
import { ScheduleEntity } from './schedule.entity.js';
import { RetentionEntity } from './retention.entity.js';
import { RunHistoryEntity } from './run-history.entity.js';
import { SchemaMarkEntity } from './schema-mark.entity.js';
import { SecretEntity } from './secret.entity.js';
import { TaskEntity } from './task.entity.js';
import { TaskEventEntity } from './task-event.entity.js';
import { TaskInboxEntity } from './task-inbox.entity.js';
import { TaskTypeEntity } from './task-type.entity.js';
import { TaskStepEntity } from './task-step.entity.js';
import { TaskTypeVersionEntity } from './task-type-version.entity.js';
import { UserEntity } from './user.entity.js';
import { WebhookEntity } from './webhook.entity.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

/** Every table. The drift check compares this list with what the migrations make. */
export const ENTITIES = [
  AccessTokenEntity,
  ApiKeyEntity,
  ApprovalEntity,
  ApprovalLinkEntity,
  ClockEntity,
  ConversionContentEntity,
  ConversionEntity,
  ConversionJobEntity,
  EventCounterEntity,
  FileEntity,
  FileVersionEntity,
  IdempotencyKeyEntity,
  InstallationEntity,
  MemberEntity,
  ProjectEntity,
  ProjectUsageEntity,
  ScheduleEntity,
  RetentionEntity,
  RunHistoryEntity,
  SchemaMarkEntity,
  SecretEntity,
  TaskEntity,
  TaskEventEntity,
  TaskInboxEntity,
  TaskStepEntity,
  TaskTypeEntity,
  TaskTypeVersionEntity,
  UserEntity,
  WebhookDeliveryEntity,
  WebhookEntity,
  WorkspaceEntity,
];
