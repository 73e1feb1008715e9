import type { OwnRetention } from '../../api/project-settings.js';

export const PARTS = ['tasks', 'events', 'logs', 'files'] as const;
export type Part = (typeof PARTS)[number];
export const CHOICES = ['default', 'days', 'ever'] as const;
export type Choice = (typeof CHOICES)[number];

/** Retention of one kind of data as the values of its fields. `days` is '' unless the choice is 'days'. */
export interface Kept {
  choice: Choice;
  days: string;
}
export type RetentionDraft = Record<Part, Kept>;

export const FIELDS = {
  tasks: 'tasks_days',
  events: 'events_days',
  logs: 'logs_days',
  files: 'file_versions_days',
} as const satisfies Record<Part, keyof OwnRetention>;

export function draftOfRetention(policy: OwnRetention): RetentionDraft {
  const kept = (days: number | null): Kept => ({
    choice: days === null ? 'default' : days === 0 ? 'ever' : 'days',
    days: days === null || days === 0 ? '' : String(days),
  });
  return {
    tasks: kept(policy.tasks_days),
    events: kept(policy.events_days),
    logs: kept(policy.logs_days),
    files: kept(policy.file_versions_days),
  };
}

/** Value below the minimum that the server accepts. */
const REFUSED = -1;

/**
 * Returns the retention of a draft. Invalid days become {@link REFUSED} rather than 0, which would keep the data
 * forever.
 */
export function toRetention(draft: RetentionDraft): OwnRetention {
  const days = ({ choice, days: text }: Kept): number | null => {
    if (choice === 'default') return null;
    if (choice === 'ever') return 0;
    return Number(text) >= 1 ? Number(text) : REFUSED;
  };
  return {
    tasks_days: days(draft.tasks),
    events_days: days(draft.events),
    logs_days: days(draft.logs),
    file_versions_days: days(draft.files),
  };
}
