import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { linesAtQuery } from '../../../api/file-content.js';
import { toRequestError } from '../../../api/request-error.js';
import { ErrorNote } from '../../../parts/error-note.js';
import { lineRange, lineText } from '../../../parts/line-range.js';
import { TextLines } from '../../../parts/text-lines.js';
import { visibleText } from '../../../parts/visible-text.js';
import { texts } from '../../../texts/en/files.js';
import type { PreviewProps } from './preview-props.js';

const { file: words } = texts;

/** Text with line numbers. A click on a number puts the line in the address; with Shift, the range of lines. */
export function TextPreview({
  place: { project, ws, path },
  version,
  isPresent,
  text,
  whole,
}: PreviewProps & { text: string; whole: boolean }) {
  const { line } = useSearch({ from: '/signed-in/p/$project/files/$ws/$' });
  const navigate = useNavigate({ from: '/p/$project/files/$ws/$' });
  const lines = useMemo(() => splitLines(text), [text]);
  const marked = lineRange(line);
  const beyond = marked !== undefined && marked.from > lines.length;
  const elsewhere = useQuery({
    ...linesAtQuery(project.id, ws, path, marked?.from ?? 1),
    enabled: beyond && !whole && isPresent,
  });
  const part = useMemo(
    () => elsewhere.data && { lines: splitLines(elsewhere.data.text), first: elsewhere.data.first },
    [elsewhere.data],
  );
  const choose = (number: number, extend: boolean): void => {
    const range =
      extend && marked !== undefined
        ? { from: Math.min(marked.from, number), to: Math.max(marked.to, number) }
        : { from: number, to: number };
    void navigate({
      to: '.',
      search: (before) => ({ ...before, line: lineText(range) }),
      replace: true,
      resetScroll: false,
    });
  };
  const noSuchLine =
    beyond &&
    (whole ||
      !isPresent ||
      (elsewhere.isError && toRequestError(elsewhere.error).code === 'range_not_satisfiable'));
  const label = words.linesOf(visibleText(version.name));
  return (
    <>
      {noSuchLine && <p className="note">{words.beyond(marked.from)}</p>}
      {elsewhere.isError && !noSuchLine && <ErrorNote error={elsewhere.error} />}
      {beyond && part && <p className="note">{words.aroundLine(marked.from)}</p>}
      <TextLines
        lines={beyond && part ? part.lines : lines}
        first={beyond && part ? part.first : 1}
        marked={marked}
        label={label}
        onLine={choose}
      />
    </>
  );
}

/** Returns the lines of a text. A trailing line break does not start another line. */
function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}
