/** Days for which a finished task, what it leaves, and earlier versions of files are kept, since their end; 0 = for ever. */
export interface Policy {
  tasks: number;
  events: number;
  logs: number;
  /** Days since it was replaced or deleted. */
  file_versions: number;
}

/** A project's own policy; null where it leaves a part to the installation. */
export type OwnPolicy = { readonly [K in keyof Policy]: Policy[K] | null };

/** Returns the policy that is carried out. Events do not outlive their task, nor log lines the event of the task's end. */
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
