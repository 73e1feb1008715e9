import type { OwnPolicy } from './policy.js';
import type { ProjectRetention } from './retention.service.js';
import type { ChangeRetentionDto, RetentionDto } from './retention.dto.js';

/** Members that are left out are not in it. */
export function givenPolicy(body: ChangeRetentionDto): Partial<OwnPolicy> {
  return {
    ...(body.tasks_days === undefined ? {} : { tasks: body.tasks_days }),
    ...(body.events_days === undefined ? {} : { events: body.events_days }),
    ...(body.logs_days === undefined ? {} : { logs: body.logs_days }),
    ...(body.file_versions_days === undefined ? {} : { file_versions: body.file_versions_days }),
  };
}

export function retentionDto({ own, policy }: ProjectRetention): RetentionDto {
  return {
    tasks_days: own.tasks,
    events_days: own.events,
    logs_days: own.logs,
    file_versions_days: own.file_versions,
    effective: {
      tasks_days: policy.tasks,
      events_days: policy.events,
      logs_days: policy.logs,
      file_versions_days: policy.file_versions,
    },
  };
}
