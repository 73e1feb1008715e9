import { type FormEvent, useState } from 'react';
import { requestErrorOf } from '../../api/request-error.js';
import type { Webhook, WebhookEvent } from '../../api/types.js';
import { WEBHOOK_EVENTS, type WebhookBody } from '../../api/webhooks.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Labelled } from '../../parts/labelled.js';
import { useAction } from '../../parts/use-action.js';
import { texts } from '../../texts/en/webhooks.js';

/** The form of a webhook: of a new one, or of one that there is. */
export function WebhookForm({
  webhook,
  onSave,
}: {
  webhook?: Webhook;
  onSave: (body: WebhookBody) => Promise<void>;
}) {
  const { busy, error, run } = useAction();
  const [saved, setSaved] = useState(false);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(
    webhook?.events ?? ['task.success', 'task.failed'],
  );
  const [types, setTypes] = useState(webhook?.task_types?.join('\n') ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSaved(false);
    const listed = types.split(/\s+/).filter(Boolean);
    void run(async () => {
      await onSave({
        url: url.trim(),
        description: description.trim() || null,
        events: WEBHOOK_EVENTS.filter((one) => events.includes(one)),
        task_types: listed.length > 0 ? listed : null,
      });
      setSaved(true);
    });
  };
  const problem = error === null ? null : requestErrorOf(error);
  const issueAt = (pointer: string): string | undefined =>
    problem?.issues.find((issue) => issue.pointer.startsWith(pointer))?.message;
  return (
    <form className="panel form narrow-form" noValidate onSubmit={submit}>
      <h2>{webhook === undefined ? texts.form.titleNew : texts.form.titleChange}</h2>
      {problem !== null && problem.issues.length === 0 && <ErrorNote error={problem} />}
      <Labelled
        id="webhook-url"
        label={texts.form.url}
        note={texts.form.urlNote}
        error={issueAt('/url')}
      >
        {(field) => (
          <input
            {...field}
            type="url"
            maxLength={2_000}
            autoComplete="off"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Labelled>
      <Labelled
        id="webhook-description"
        label={texts.form.description}
        error={issueAt('/description')}
      >
        {(field) => (
          <input
            {...field}
            maxLength={1_000}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Labelled>
      <Events chosen={events} error={issueAt('/events')} onChange={setEvents} />
      <Labelled
        id="webhook-types"
        label={texts.form.types}
        note={texts.form.typesNote}
        error={issueAt('/task_types')}
      >
        {(field) => (
          <textarea
            {...field}
            className="code"
            rows={2}
            value={types}
            onChange={({ target }) => setTypes(target.value)}
          />
        )}
      </Labelled>
      <p role="status">{saved && texts.form.saved}</p>
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy
            ? texts.busy
            : webhook === undefined
              ? texts.form.submitNew
              : texts.form.submitChange}
        </button>
      </div>
    </form>
  );
}

function Events({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly WebhookEvent[];
  error: string | undefined;
  onChange: (events: readonly WebhookEvent[]) => void;
}) {
  return (
    <fieldset className="form-group">
      <legend>{texts.form.events}</legend>
      <div className="options">
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className="flag">
            <input
              type="checkbox"
              checked={chosen.includes(event)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, event] : chosen.filter((one) => one !== event),
                )
              }
            />
            {texts.form.eventNames[event]}
          </label>
        ))}
      </div>
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
