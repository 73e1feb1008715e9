import { useQuery } from '@tanstack/react-query';
import { sourcesQuery } from '../../../api/related-runs.js';
import type { ErrorFrame, SourceFile } from '../../../api/types.js';
import { CodeLines } from '../../../parts/code-lines.js';
import { visibleText } from '../../../parts/visible-text.js';
import { runTexts } from '../../../texts/en/run.js';
import type { Subject } from '../subject.js';
import { type FramePart, buildFrameParts } from './frame-parts.js';

const { error: words } = runTexts;
const AROUND = 2;

interface Failed {
  error_stack: string | null;
  frames: readonly ErrorFrame[];
}

/**
 * Location of an error: the author's innermost line with its surrounding lines, the author's other calls as one line
 * each, and calls in packages collapsed.
 */
export function Stack({
  subject: { project, run },
  of,
  version,
}: {
  subject: Subject;
  of: Failed;
  version: number;
}) {
  const sources = useQuery({
    ...sourcesQuery(project.id, run.task_type, version),
    enabled: of.frames.length > 0 && project.role !== null && version > 0,
  }).data;
  if (of.error_stack === null) return null;
  const raw = (
    <pre className="stack scrolls" tabIndex={0} aria-label={words.stack}>
      {visibleText(of.error_stack)}
    </pre>
  );
  if (of.frames.length === 0) return raw;
  return (
    <>
      {buildFrameParts(of.frames).map((part, index) => (
        <Part key={index} part={part} sources={sources ?? []} />
      ))}
      <details>
        <summary className="quiet">{words.raw}</summary>
        {raw}
      </details>
    </>
  );
}

function Part({ part, sources }: { part: FramePart; sources: readonly SourceFile[] }) {
  if (part.kind === 'cause') return <p className="quiet">{words.cause}</p>;
  if (part.kind === 'packages')
    return (
      <details>
        <summary className="quiet">{words.packages(part.frames.length)}</summary>
        {part.frames.map((frame, index) => (
          <FrameLine key={index} frame={frame} />
        ))}
      </details>
    );
  const { frame } = part;
  const source = sources.find(({ path }) => path === frame.file);
  const code = source && (
    <CodeLines
      content={source.content}
      line={frame.line}
      column={frame.column}
      around={AROUND}
      label={words.lines(frame.file)}
    />
  );
  if (part.kind === 'innermost')
    return (
      <>
        <FrameLine frame={frame} own bare={source !== undefined} />
        {code}
      </>
    );
  return (
    <details>
      <summary>
        <FrameLine frame={frame} />
      </summary>
      {code}
    </details>
  );
}

function FrameLine({
  frame,
  own = false,
  bare = false,
}: {
  frame: ErrorFrame;
  own?: boolean;
  /** Omits the source line, which is shown below. */
  bare?: boolean;
}) {
  return (
    <code className="frame">
      <bdi>{visibleText(frame.function ?? words.nameless)}</bdi>{' '}
      <span className="quiet">{words.at(visibleText(frame.file), frame.line)}</span>
      {own && <span className="quiet"> · {words.yours}</span>}
      {!bare && frame.text !== null && (
        <bdi className="quiet frame-text"> {visibleText(frame.text)}</bdi>
      )}
    </code>
  );
}
