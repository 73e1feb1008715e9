import { useQuery } from '@tanstack/react-query';
import { citationsQuery } from '../../../api/ask.js';
import type { Citation, Json } from '../../../api/types.js';
import { Card } from '../../../parts/card.js';
import { FileLink } from '../../../parts/file-link.js';
import { isObject } from '../../../parts/json.js';
import { visibleText } from '../../../parts/visible-text.js';
import { searchTexts } from '../../../texts/en/files.js';
import { runTexts } from '../../../texts/en/run.js';
import type { Subject } from '../subject.js';

const { cited: words } = runTexts;

/**
 * Passages that the result of a run cites, with a mark on those whose files have changed. Null if the result has no
 * citations.
 */
export function CitedFiles({ subject: { project, run } }: { subject: Subject }) {
  const enabled = project.scopes.includes('files:read');
  const citations = useQuery({ ...citationsQuery(project.id, run.id), enabled }).data ?? [];
  if (citations.length === 0) return null;
  const stale = citations.filter((one) => one.stale !== null).length;
  const answer = findAnswer(run.result);
  return (
    <Card
      title={answer === null ? words.title : words.answer}
      aside={stale > 0 && words.stale(stale)}
    >
      {answer !== null && (
        <p dir="auto" className="message-text">
          {visibleText(answer)}
        </p>
      )}
      <ol className="found-list" aria-label={words.title}>
        {citations.map((citation) => (
          <Cited key={citation.id} project={project.slug} citation={citation} />
        ))}
      </ol>
    </Card>
  );
}

/** Returns the `answer` of a result; null if the result has none. */
function findAnswer(result: Json): string | null {
  if (!isObject(result)) return null;
  const { answer } = result;
  return typeof answer === 'string' ? answer : null;
}

function Cited({ project, citation }: { project: string; citation: Citation }) {
  const { ws, path, heading, line, quote, stale } = citation;
  return (
    <li>
      <FileLink project={project} ws={ws} path={path} line={line}>
        {[path, ...heading].map((part, index) => (
          <span key={index}>
            <bdi>{visibleText(part)}</bdi>
            {' › '}
          </span>
        ))}
        {searchTexts.line(line)}
      </FileLink>
      <p dir="auto">“{visibleText(quote)}”</p>
      {stale !== null && <p className="quiet">⚠ {words[stale]}</p>}
    </li>
  );
}
