import type { OwnRetention } from '../../api/project-settings.js';

export const PARTS = ['tasks', 'events', 'logs', 'files'] as const;
export type Part = (typeof PARTS)[number];
export const CHOICES = ['default', 'days', 'ever'] as const;
export type Choice = (typeof CHOICES)[number];

/** The time for which a part is kept, as the fields hold it. `days`: '' where they do not count. */
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

/** Below what the server takes. */
const REFUSED = -1;

/** Returns what the fields say. Days that are none never become 0, which is for ever: the server refuses them. */
export function retentionOf(draft: RetentionDraft): OwnRetention {
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
