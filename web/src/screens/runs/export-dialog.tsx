import { useEffect, useRef, useState } from 'react';
import type { RunsFilter } from '../../api/runs-filter.js';
import { readRuns } from '../../api/runs.js';
import type { Task } from '../../api/types.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { saveFile } from '../../parts/save-file.js';
import { useAction } from '../../parts/use-action.js';
import { listTexts } from '../../texts/en/runs.js';
import {
  type Format,
  FORMATS,
  formatExportHead,
  formatExportLines,
  MEDIA_TYPES,
} from './export-rows.js';

const words = listTexts.export;
const MOST = 10_000;
/** Maximum page size of the API. */
const PAGE = 200;

type What = { kind: 'selected'; tasks: readonly Task[] } | { kind: 'listed'; filter: RunsFilter };

/** Dialog that exports runs to a file: the selected ones, or the whole list, which is read page by page. */
export function ExportDialog({
  project,
  what,
  onClose,
}: {
  project: { id: string; slug: string };
  what: What;
  onClose: () => void;
}) {
  const [format, setFormat] = useState<Format>('csv');
  const [read, setRead] = useState<number | null>(null);
  const [ended, setEnded] = useState<{ count: number; cut: boolean } | null>(null);
  const { busy, error, run } = useAction();
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const make = async (): Promise<void> => {
    const { signal } = (ending.current = new AbortController());
    setEnded(null);
    setRead(0);
    const parts = [formatExportHead(format)];
    let count = 0;
    const add = (tasks: readonly Task[]): void => {
      parts.push(formatExportLines(format, tasks));
      count += tasks.length;
      setRead(count);
    };
    const cut = await eachPage(project.id, what, add, signal);
    if (signal.aborted) return setRead(null);
    saveFile(`runs-${project.slug}.${format}`, new Blob(parts, { type: MEDIA_TYPES[format] }));
    setEnded({ count, cut });
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        className="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          void run(make);
        }}
      >
        <p>{what.kind === 'selected' ? words.selected(what.tasks.length) : words.listed(MOST)}</p>
        <fieldset className="bulk-versions">
          <legend>{words.format}</legend>
          {FORMATS.map((one) => (
            <label key={one} className="flag">
              <input
                type="radio"
                name="format"
                checked={format === one}
                disabled={busy}
                onChange={() => setFormat(one)}
              />
              {words[one]}
            </label>
          ))}
        </fieldset>
        {busy && read !== null && (
          <p role="status">
            <progress max={MOST} value={read} aria-hidden="true" /> {words.progress(read)}
          </p>
        )}
        {ended !== null && (
          <p role="status">
            {words.done(ended.count)} {ended.cut && words.cut(MOST)}
          </p>
        )}
        {error !== null && <ErrorNote error={error} />}
        <div className="dialog-actions">
          {busy && (
            <button type="button" onClick={() => ending.current?.abort()}>
              {words.stop}
            </button>
          )}
          <button type="submit" className="primary" disabled={busy}>
            {words.begin}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Passes the runs to `add`, page by page. Returns whether there are more runs than the limit. */
async function eachPage(
  project: string,
  what: What,
  add: (tasks: readonly Task[]) => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (what.kind === 'selected') {
    add(what.tasks);
    return false;
  }
  let cursor: string | null = null;
  for (let left = MOST; left > 0 && !signal.aborted;) {
    const limit = Math.min(PAGE, left);
    let page;
    try {
      page = await readRuns(project, what.filter, cursor, signal, limit);
    } catch (thrown) {
      if (signal.aborted) return false;
      throw thrown;
    }
    add(page.tasks);
    left -= page.tasks.length;
    cursor = page.next;
    if (cursor === null) return false;
  }
  return true;
}
