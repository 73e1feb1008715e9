import { useEffect, useState } from 'react';
import { eventsSoFar } from './events-so-far.js';
import { followLines, writtenText, type WrittenText } from './line-stream.js';
import { type StepText, withTexts } from './with-texts.js';

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
    // Pieces that arrive while earlier text is being fetched, which may contain them.
    let waiting: WrittenText[] | null = [];
    let last = 0;
    const fresh = (pieces: readonly WrittenText[]): WrittenText[] => {
      const later = pieces.filter(({ seq }) => seq > last);
      last = later.at(-1)?.seq ?? last;
      return later;
    };
    const read = async (): Promise<void> => {
      waiting = [];
      const events = await eventsSoFar(project, task, ['text'], ending.signal);
      if (ending.signal.aborted) return;
      const pieces = events.map(({ data, seq = 0 }) => writtenText(data, seq));
      const later = waiting;
      waiting = null;
      last = 0;
      const known = withTexts([], fresh(pieces));
      setTexts(withTexts(known, fresh(later)));
    };
    const stop = followLines(project, task, {
      onLines: () => undefined,
      onText: (pieces) => {
        if (waiting !== null) waiting.push(...pieces);
        else {
          const more = fresh(pieces);
          setTexts((known) => withTexts(known, more));
        }
      },
      onOpen: () => void read().catch(() => undefined),
    });
    return () => {
      ending.abort();
      stop();
      setTexts(NONE);
    };
  }, [project, task, live]);
  return texts;
}
