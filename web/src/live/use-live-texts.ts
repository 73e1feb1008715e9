import { useEffect, useState } from 'react';
import { eventsSoFar } from './events-so-far.js';
import { followLines, writtenText } from './line-stream.js';
import { TextStore } from './text-store.js';
import type { StepText } from './with-texts.js';

const NONE: readonly StepText[] = [];

/**
 * Returns the text that the steps of a run are writing. Text from before the page was opened is fetched once; later
 * text arrives in the stream.
 */
export function useLiveTexts(project: string, task: string, live: boolean): readonly StepText[] {
  const [texts, setTexts] = useState(NONE);
  useEffect(() => {
    if (!live) return;
    const ending = new AbortController();
    const store = new TextStore(
      async () => {
        const events = await eventsSoFar(project, task, ['text'], ending.signal);
        return events.map(({ data, seq = 0 }) => writtenText(data, seq));
      },
      (now) => {
        if (!ending.signal.aborted) setTexts(now);
      },
    );
    const stop = followLines(project, task, {
      onLines: () => undefined,
      onText: (pieces) => store.add(pieces),
      onOpen: () => void store.read(),
    });
    return () => {
      ending.abort();
      stop();
      setTexts(NONE);
    };
  }, [project, task, live]);
  return texts;
}
