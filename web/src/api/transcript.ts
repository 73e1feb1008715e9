import { queryOptions } from '@tanstack/react-query';
import { readAnswer, api } from './client.js';
import { parseNextCursor } from './cursors.js';
import type { TranscriptMessage } from './types.js';

/** Maximum number of pages of a conversation: 1,000 requests to the model. */
const PAGES = 50;
const REQUESTS = 20;

/** Recorded conversation between an agent and its model. */
export interface Transcript {
  pages: TranscriptPage[];
  /** True if the conversation has more pages. */
  truncated: boolean;
}

interface TranscriptPage {
  /** Cursor of this page; undefined for the first. */
  cursor: number | undefined;
  messages: TranscriptMessage[];
}

/**
 * Conversation of a run. Its key does not start with that of the run, whose queries are refetched at each change of
 * status, since a conversation only ever grows.
 */
export function transcriptQuery(project: string, task: string) {
  return queryOptions({
    queryKey: ['transcript', project, task],
    queryFn: ({ signal }): Promise<Transcript> => readTranscript(project, task, undefined, signal),
    staleTime: Infinity,
  });
}

/** Extends a conversation, starting from its last page that has messages. */
export async function grownTranscript(
  project: string,
  task: string,
  known: Transcript,
): Promise<Transcript> {
  if (known.truncated) return known;
  // A page read while its last request was in progress may have grown, even if an empty page follows it.
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
    const { body, response } = await readAnswer(
      api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/transcript', {
        params: {
          path: { project_id: project, task_id: task },
          query: { limit: REQUESTS, ...(cursor !== undefined && { cursor }) },
        },
        ...(signal && { signal }),
      }),
    );
    pages.push({ cursor, messages: body });
    const next = parseNextCursor(response.headers.get('link'));
    if (next === null) return { pages, truncated: false };
    cursor = Number(next);
  }
  return { pages, truncated: true };
}
