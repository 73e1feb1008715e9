import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { transcriptQuery } from '../../api/transcript.js';
import { hasEnded, type TranscriptMessage } from '../../api/types.js';
import { useLiveTexts } from '../../live/use-live-texts.js';
import type { StepText } from '../../live/with-texts.js';
import { ErrorNote } from '../../parts/error-note.js';
import { JsonTree } from '../../parts/json-tree.js';
import { Skeleton } from '../../parts/skeleton.js';
import { visibleText } from '../../parts/visible-text.js';
import { Clock } from '../../parts/when.js';
import { cost, duration } from '../../texts/en/format.js';
import { texts } from '../../texts/en.js';
import { runTexts } from '../../texts/en/run.js';
import { shortId, type Subject } from './subject.js';

const { transcript: words } = runTexts;
/** Number of characters of a long text that are shown at first. */
const SHOWN = 2_000;

/**
 * Conversation of an agent with its model: the prompts, the model's messages and tool calls, and the results of those
 * calls.
 */
export function TranscriptTab({ subject: { project, run } }: { subject: Subject }) {
  const query = useQuery(transcriptQuery(project.id, run.id));
  const live = useLiveTexts(project.id, run.id, !hasEnded(run.status));
  if (query.isPending) return <Skeleton label={texts.run.loadingMore} />;
  if (query.data === undefined)
    return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  const { pages, truncated } = query.data;
  const items = pages.flatMap(({ messages }) => messages);
  const said = new Set(items.map(({ step_id: step }) => step));
  const writing = live.filter(({ stepId }) => !said.has(stepId));
  if (items.length === 0 && writing.length === 0) return <p className="quiet">{words.none}</p>;
  const { usage } = run;
  return (
    <div className="stack-of-parts">
      {usage !== null && (
        <p>
          {words.total}: {words.calls(usage.model_calls, usage.tool_calls)} ·{' '}
          {words.tokens(usage.input_tokens, usage.cached_tokens, usage.output_tokens)}
          {usage.cost_usd !== null && ` · ${cost(usage.cost_usd)}`}
        </p>
      )}
      <ol className="transcript">
        {items.map((message, index) => (
          <Message key={index} message={message} />
        ))}
        {writing.map((text) => (
          <Writing key={text.stepId} of={text} />
        ))}
      </ol>
      {truncated && (
        <p className="quiet">
          {words.more} <code>{words.command(shortId(run.id))}</code>
        </p>
      )}
    </div>
  );
}

/** Message that a model is writing. It becomes one of the messages once it is complete. */
function Writing({ of: { text, reasoning } }: { of: StepText }) {
  return (
    <li className="message message-assistant" aria-live="off">
      <header>
        <strong>{text === '' ? words.thinks : words.writes}</strong>
      </header>
      {text === '' && <p className="quiet lines">{visibleText(reasoning)}</p>}
      <div className="message-text">
        <bdi>{visibleText(text)}</bdi>
      </div>
    </li>
  );
}

function Message({ message }: { message: TranscriptMessage }) {
  const { role, name, text, calls, failed, usage } = message;
  const { started_at: started, finished_at: finished } = message;
  return (
    <li className={`message message-${role}`}>
      <header>
        <strong>
          {role === 'tool' && name !== null ? words.answerOf(name) : words.roles[role]}
        </strong>
        {failed && <span className="error">{words.failed}</span>}
        <span className="quiet">
          {started !== null && <Clock time={started} />}
          {started !== null &&
            finished !== null &&
            ` · ${duration(Date.parse(finished) - Date.parse(started))}`}
          {usage !== null &&
            ` · ${words.tokens(usage.input_tokens, usage.cached_tokens, usage.output_tokens)}`}
          {usage?.cost_usd != null && ` · ${cost(usage.cost_usd)}`}
        </span>
      </header>
      {text !== '' && <Text text={text} folds={role === 'system'} />}
      {calls.map(({ id, name: tool, input }) => (
        <div key={id} className="call">
          <code>{visibleText(tool)}</code>
          <JsonTree value={input} />
        </div>
      ))}
    </li>
  );
}

function Text({ text, folds }: { text: string; folds: boolean }) {
  const [whole, setWhole] = useState(false);
  const most = folds ? SHOWN / 5 : SHOWN;
  const cut = text.length > most && !whole;
  return (
    <div className="message-text">
      <bdi>{visibleText(cut ? `${text.slice(0, most)} …` : text)}</bdi>
      {cut && (
        <button type="button" className="plain" onClick={() => setWhole(true)}>
          {words.whole}
        </button>
      )}
    </div>
  );
}
