import { queryOptions } from '@tanstack/react-query';
import { eventsSoFar } from './events-so-far.js';
import { type BegunPhase, withPhases } from './with-phases.js';

/** Phases that a run has started so far, from its events. Its attempts contain them only after its end. */
export function phasesQuery(project: string, task: string) {
  return queryOptions({
    // The key does not start with that of the run, whose queries are refetched at each change of status.
    queryKey: ['begun-phases', project, task],
    queryFn: async ({ signal }): Promise<readonly BegunPhase[]> =>
      withPhases([], await eventsSoFar(project, task, ['phase'], signal)),
    staleTime: Infinity,
  });
}
