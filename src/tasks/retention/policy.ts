/** Retention of finished tasks, of their rows and of earlier versions of files, in days; 0 keeps them for ever. */
export interface Policy {
  tasks: number;
  events: number;
  logs: number;
  /** Days since the version was replaced or deleted. */
  file_versions: number;
}

/** Policy that a project sets; null means the default of the installation. */
export type OwnPolicy = { readonly [K in keyof Policy]: Policy[K] | null };

/**
 * Returns the policy that applies. Events never outlive their task, and log lines never outlive the event of the task's
 * end.
 */
export function effectivePolicy(own: OwnPolicy, defaults: Policy): Policy {
  const tasks = own.tasks ?? defaults.tasks;
  const events = sooner(own.events ?? defaults.events, tasks);
  return {
    tasks,
    events,
    logs: sooner(own.logs ?? defaults.logs, events),
    file_versions: own.file_versions ?? defaults.file_versions,
  };
}

function sooner(days: number, others: number): number {
  if (days === 0 || others === 0) return days + others;
  return Math.min(days, others);
}
