import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.js';
import { cursorOf } from './cursors.js';
import type { TranscriptMessage } from './types.js';

/** The longest conversation that a page shows: 1,000 requests to the model. */
const PAGES = 50;
const REQUESTS = 20;

/** The conversation of an agent and its model, as far as it has been recorded. */
export interface Transcript {
  pages: TranscriptPage[];
  /** True where there is more of it. */
  truncated: boolean;
}

interface TranscriptPage {
  /** Leads to this page; undefined for the first. */
  cursor: number | undefined;
  messages: TranscriptMessage[];
}

/** The conversation. Its key is none of the run's, which are read again at each change of its status: it only ever grows. */
export function transcriptQuery(project: string, task: string) {
  return queryOptions({
    queryKey: ['transcript', project, task],
    queryFn: ({ signal }): Promise<Transcript> => readTranscript(project, task, undefined, signal),
    staleTime: Infinity,
  });
}

/** Reads a conversation from the last page that is known of it. */
export async function grownTranscript(
  project: string,
  task: string,
  known: Transcript,
): Promise<Transcript> {
  if (known.truncated) return known;
  // A page whose last request was under way has grown as well: an empty one may follow it already.
  const from = Math.max(
    0,
    known.pages.findLastIndex(({ messages }) => messages.length > 0),
  );
  const kept = known.pages.slice(0, from);
  const { pages, truncated } = await readTranscript(project, task, known.pages[from]?.cursor);
  return { pages: [...kept, ...pages], truncated };
}

async function readTranscript(
  project: string,
  task: string,
  from: number | undefined,
  signal?: AbortSignal,
): Promise<Transcript> {
  const pages: TranscriptPage[] = [];
  let cursor = from;
  while (pages.length < PAGES) {
    const { body, response } = await answerOf(
      api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/transcript', {
        params: {
          path: { project_id: project, task_id: task },
          query: { limit: REQUESTS, ...(cursor !== undefined && { cursor }) },
        },
        ...(signal && { signal }),
      }),
    );
    pages.push({ cursor, messages: body });
    const next = cursorOf(response.headers.get('link'));
    if (next === null) return { pages, truncated: false };
    cursor = Number(next);
  }
  return { pages, truncated: true };
}
