import type { WebhookEvent } from '../../api/types.js';
import { WEBHOOK_EVENTS } from '../../api/webhooks.js';
import { TextField } from '../../parts/fields.js';
import { texts } from '../../texts/en/webhooks.js';
import type { WebhookDraft } from './webhook-draft.js';

export function WebhookFields({
  draft,
  issueAt,
  onChange,
}: {
  draft: WebhookDraft;
  issueAt: (pointer: string) => string | undefined;
  onChange: (part: Partial<WebhookDraft>) => void;
}) {
  const { form } = texts;
  return (
    <>
      <TextField
        id="webhook-url"
        label={form.url}
        note={form.urlNote}
        error={issueAt('/url')}
        input={{ type: 'url', maxLength: 2_000 }}
        value={draft.url}
        onChange={(url) => onChange({ url })}
      />
      <TextField
        id="webhook-description"
        label={form.description}
        error={issueAt('/description')}
        input={{ maxLength: 1_000 }}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
      <Events
        chosen={draft.events}
        error={issueAt('/events')}
        onChange={(events) => onChange({ events })}
      />
      <TextField
        id="webhook-types"
        label={form.types}
        note={form.typesNote}
        error={issueAt('/task_types')}
        rows={2}
        code
        value={draft.types}
        onChange={(types) => onChange({ types })}
      />
    </>
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
                  WEBHOOK_EVENTS.filter((one) =>
                    one === event ? target.checked : chosen.includes(one),
                  ),
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
