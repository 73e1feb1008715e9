import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Tagged } from '../../api/conditions.js';
import type { Webhook } from '../../api/types.js';
import {
  changeWebhook,
  deleteWebhook,
  rotateSecret,
  testWebhook,
  webhookQuery,
} from '../../api/webhooks.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { ErrorNote } from '../../parts/error-note.js';
import { orReread } from '../../parts/or-reread.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/webhooks.js';

/** Actions on a webhook. A test opens its delivery. */
export function WebhookActions({
  webhook,
  onSecret,
}: {
  webhook: Tagged<Webhook>;
  onSecret: (secret: string) => void;
}) {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const { id, enabled, etag } = webhook;
  const name = visibleText(webhook.description || webhook.url);
  const reread = (key: string): Promise<void> =>
    client.invalidateQueries({ queryKey: [key, project.id] });
  const test = async (): Promise<void> => {
    const { id: delivery } = await testWebhook(project.id, id);
    await navigate({
      to: '/p/$project/webhooks/$webhook',
      params: { project: project.slug, webhook: id },
      search: { delivery },
    });
    await reread('deliveries');
  };
  const toggle = async (): Promise<void> => {
    const changed = await orReread(
      () => changeWebhook(project.id, id, { enabled: !enabled }, etag),
      () => reread('webhook'),
    );
    client.setQueryData(webhookQuery(project.id, id).queryKey, changed);
    await Promise.all([reread('webhooks'), reread('deliveries')]);
  };
  const rotate = async (): Promise<void> => {
    const { secret } = await rotateSecret(project.id, id);
    onSecret(secret);
    await reread('webhook');
  };
  const remove = async (): Promise<void> => {
    await orReread(
      () => deleteWebhook(project.id, id, etag),
      () => reread('webhook'),
    );
    await reread('webhooks');
    await navigate({ to: '/p/$project/webhooks', params: { project: project.slug } });
  };
  return (
    <div className="buttons">
      <button type="button" disabled={busy} onClick={() => void run(test)}>
        {texts.test}
      </button>
      <button type="button" disabled={busy} onClick={() => void run(toggle)}>
        {enabled ? texts.disable : texts.enable}
      </button>
      <ConfirmButton
        small={false}
        label={texts.secret.rotate}
        title={texts.of(texts.secret.rotate, name)}
        about={texts.secret.rotateAbout}
        action={rotate}
      />
      <ConfirmButton
        small={false}
        label={texts.remove}
        title={texts.of(texts.remove, name)}
        about={texts.removeAbout}
        action={remove}
      />
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}
