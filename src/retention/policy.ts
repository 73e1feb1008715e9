/** How long what a finished task leaves is kept, in days since its end, and what a file was; 0 = for ever. */
export interface Policy {
  tasks: number;
  events: number;
  logs: number;
  /** Days since it was replaced or deleted. */
  file_versions: number;
}

/** What a project says of it; null where it leaves that to the installation. */
export type OwnPolicy = { readonly [K in keyof Policy]: Policy[K] | null };

/** What is carried out. Events do not outlive their task, nor log lines the event that tells the task's end. */
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
