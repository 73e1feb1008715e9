import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Tagged } from '../../api/conditions.js';
import { toRequestError } from '../../api/request-error.js';
import type { Webhook } from '../../api/types.js';
import { changeWebhook, type WebhookBody, webhookQuery } from '../../api/webhooks.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { useAction } from '../../parts/use-action.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/webhooks.js';
import { bodyOfWebhook, draftOfWebhook, NEW_WEBHOOK } from './webhook-draft.js';
import { WebhookFields } from './webhook-fields.js';

const { form } = texts;
const LABELS = {
  url: form.url,
  description: form.description,
  events: form.events,
  types: form.types,
};

/** Form to create a webhook. */
export function NewWebhookForm({ onSave }: { onSave: (body: WebhookBody) => Promise<void> }) {
  const { busy, error, run } = useAction();
  const [draft, setDraft] = useState(NEW_WEBHOOK);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(() => onSave(bodyOfWebhook(draft)));
  };
  const problem = error === null ? null : toRequestError(error);
  return (
    <form className="panel form narrow-form" noValidate onSubmit={submit}>
      <h2>{form.titleNew}</h2>
      {problem !== null && problem.issues.length === 0 && <ErrorNote error={problem} />}
      <WebhookFields
        draft={draft}
        issueAt={(at) => problem?.issueAt(at)}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? texts.busy : form.submitNew}
        </button>
      </div>
    </form>
  );
}

/** Form to change a webhook. */
export function ChangeWebhookForm({ webhook }: { webhook: Tagged<Webhook> }) {
  const { project } = useProject();
  const client = useQueryClient();
  const query = webhookQuery(project.id, webhook.id);
  const edit = useEdit({
    value: webhook,
    toDraft: draftOfWebhook,
    save: async (draft, { etag }) => {
      const saved = await changeWebhook(project.id, webhook.id, bodyOfWebhook(draft), etag);
      client.setQueryData(query.queryKey, saved);
      await client.invalidateQueries({ queryKey: ['webhooks', project.id] });
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  return (
    <form className="panel form narrow-form" noValidate onSubmit={edit.submit}>
      <h2>{form.titleChange}</h2>
      <Overtaken
        edit={edit}
        labels={LABELS}
        change={{ action: 'webhooks.change', id: webhook.id }}
      />
      <WebhookFields draft={edit.draft} issueAt={edit.issueAt} onChange={edit.change} />
      <SaveBar edit={edit} />
    </form>
  );
}
