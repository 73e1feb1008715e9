import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lastLinesQuery } from '../api/logs.js';
import type { LogLine } from '../api/types.js';
import { followLines } from './line-stream.js';
import { mergedLines } from './merged-lines.js';

/** Returns the query of the last log lines of a run, which is updated until the run has ended. */
export function useLastLines(
  project: string,
  task: string,
  shown: number,
  ended: boolean,
): UseQueryResult<LogLine[]> {
  const client = useQueryClient();
  const query = useQuery(lastLinesQuery(project, task, shown));
  useEffect(() => {
    if (ended) return;
    const { queryKey } = lastLinesQuery(project, task, shown);
    return followLines(project, task, {
      onLines: (more) =>
        client.setQueryData(queryKey, (known) => known && mergedLines(known, more).slice(-shown)),
      onOpen: () => void client.invalidateQueries({ queryKey }),
    });
  }, [client, ended, project, shown, task]);
  return query;
}
