import { queryOptions } from '@tanstack/react-query';
import { eventsSoFar } from './events-so-far.js';
import { type BegunPhase, withPhases } from './with-phases.js';

/** The phases that a run has begun so far, from its events: its attempts have them when it ends. */
export function phasesQuery(project: string, task: string) {
  return queryOptions({
    // Of no key of the run, which are read again at each change of its status.
    queryKey: ['begun-phases', project, task],
    queryFn: async ({ signal }): Promise<readonly BegunPhase[]> =>
      withPhases([], await eventsSoFar(project, task, ['phase'], signal)),
    staleTime: Infinity,
  });
}
