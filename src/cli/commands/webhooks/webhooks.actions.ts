import { answerOf, checkAnswer, type components } from '@metarun/client';
import { readPages } from '../../toolkit/api/all-pages.js';
import { findOne } from '../../toolkit/api/find-one.js';
import {
  idCell,
  printCredential,
  printDone,
  printList,
  printOne,
  timeCell,
} from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';
import { usageError } from '../../toolkit/command-error.js';
import { durationText } from '../../toolkit/units.js';
import { stderr } from '../../toolkit/output.js';

type Webhook = components['schemas']['WebhookDto'];
type Delivery = components['schemas']['DeliveryDto'];
type Fields = Pick<
  components['schemas']['UpdateWebhookDto'],
  'events' | 'task_types' | 'description'
>;

interface FieldOptions extends ApiOptions {
  event?: Webhook['events'];
  type?: string[];
  description?: string;
}

const WEBHOOKS = '/projects/{project_id}/webhooks';
const WEBHOOK = `${WEBHOOKS}/{webhook_id}` as const;
const DELIVERIES = `${WEBHOOK}/deliveries` as const;
const DELIVERY = `${DELIVERIES}/{delivery_id}` as const;
/** Number of recent deliveries that are searched for a part of an id. */
const LOOKED_AT = 200;

export async function list(options: ApiOptions): Promise<void> {
  printList(
    'webhooks',
    await allWebhooks(await session(options)),
    {
      ID: ({ id }) => idCell(id),
      STATE: describeWebhookState,
      EVENTS: ({ events }) => events.join(' '),
      URL: ({ url }) => url,
    },
    options,
  );
}

export async function show(reference: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const one = answerOf(await api.GET(WEBHOOK, { params }));
  printOne(
    one,
    {
      url: one.url,
      id: one.id,
      state: describeWebhookState(one),
      events: one.events.join(', '),
      'meta-tasks': one.task_types?.join(', ') ?? 'all',
      description: one.description,
      'fails since': one.failing_since,
      'old secret': one.previous_secret_until && `signs until ${one.previous_secret_until}`,
      'made by': one.created_by,
    },
    options,
  );
}

export async function create(
  url: string,
  options: FieldOptions & { disabled?: boolean },
): Promise<void> {
  const { api, path } = await session(options);
  const { events = ['task.success', 'task.failed', 'task.cancelled'], ...fields } =
    toWebhookFields(options);
  const body = { ...fields, url, events, ...(options.disabled === true && { enabled: false }) };
  const made = answerOf(await api.POST(WEBHOOKS, { params: { path }, body }));
  if (options.json !== true) stderr.write(`webhook ${made.id} signs with this secret:\n`);
  printCredential(made.secret, made, options);
}

export async function change(
  reference: string,
  options: FieldOptions & { to?: string; allTypes?: boolean; enable?: boolean; disable?: boolean },
): Promise<void> {
  const { to: url, allTypes, enable, disable } = options;
  const body = {
    ...toWebhookFields(options),
    ...(url !== undefined && { url }),
    ...(allTypes === true && { task_types: null }),
    ...(enable === true && { enabled: true }),
    ...(disable === true && { enabled: false }),
  };
  if (Object.keys(body).length === 0)
    throw usageError(
      'Nothing is given to change.',
      'Give --to, --event, --disable or another option.',
    );
  const { api, params } = await found(reference, options);
  const one = answerOf(await api.PATCH(WEBHOOK, { params, body }));
  printDone(`${one.url} is changed`, one, options);
}

export async function rotate(
  reference: string,
  options: ApiOptions & { keep?: number },
): Promise<void> {
  const { api, params } = await found(reference, options);
  const body = options.keep === undefined ? {} : { keep_previous_seconds: options.keep };
  const one = answerOf(await api.POST(`${WEBHOOK}/rotate-secret`, { params, body }));
  printCredential(one.secret, one, options);
}

export async function test(reference: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const one = answerOf(await api.POST(`${WEBHOOK}/test`, { params }));
  printDone(`delivery ${one.id} is sent`, one, options);
}

export async function deliveries(
  reference: string,
  options: ApiOptions & { status?: Delivery['status']; limit: number },
): Promise<void> {
  const { status, limit } = options;
  const { api, params } = await found(reference, options);
  const filter = status === undefined ? {} : { status };
  const { items, more } = await readPages(
    (page) => api.GET(DELIVERIES, { params: { ...params, query: { ...page, ...filter } } }),
    limit,
  );
  printList(
    'deliveries',
    items,
    {
      ID: ({ id }) => idCell(id),
      STATUS: (one) => one.status,
      TRIES: ({ attempts }) => attempts,
      ANSWER: (one) => one.response_status ?? one.error,
      TOOK: ({ duration_ms: ms }) => (ms === null ? '' : durationText(ms)),
      MADE: ({ created_at }) => timeCell(created_at),
      EVENT: ({ type }) => type,
    },
    { ...options, more },
  );
}

export async function delivery(
  reference: string,
  part: string,
  options: ApiOptions,
): Promise<void> {
  const { api, params } = await foundDelivery(reference, part, options);
  const one = answerOf(await api.GET(DELIVERY, { params }));
  printOne(
    one,
    {
      event: one.type,
      id: one.id,
      status: one.status,
      tries: one.attempts,
      task: one.task_id,
      answer: one.response_status,
      error: one.error,
      'next try': one.next_attempt_at,
      sent: JSON.stringify(one.payload),
      answered: one.response_body,
    },
    options,
  );
}

export async function redeliver(
  reference: string,
  part: string | undefined,
  options: ApiOptions & { event?: string; since?: string },
): Promise<void> {
  if (part === undefined) return redeliverFailed(reference, options);
  const { api, params } = await foundDelivery(reference, part, options);
  const one = answerOf(await api.POST(`${DELIVERY}/redeliver`, { params }));
  printDone(`delivery ${one.id} is sent again`, one, options);
}

async function redeliverFailed(
  reference: string,
  { event, since, ...options }: ApiOptions & { event?: string; since?: string },
): Promise<void> {
  const { api, params } = await found(reference, options);
  const body = {
    ...(event !== undefined && { type: event }),
    ...(since !== undefined && { created_after: since }),
  };
  const answer = answerOf(await api.POST(`${DELIVERIES}/redeliver`, { params, body }));
  const more = answer.more ? '; there may be more, so repeat it' : '';
  const { redelivered: count } = answer;
  printDone(
    `${count === 1 ? '1 delivery is' : `${count} deliveries are`} sent again${more}`,
    answer,
    options,
  );
}

export async function remove(reference: string, options: ApiOptions): Promise<void> {
  const { api, params, webhook } = await found(reference, options);
  await confirmed(`Delete the webhook to ${webhook.url}?`, options);
  checkAnswer(await api.DELETE(WEBHOOK, { params }));
  printDone(`the webhook to ${webhook.url} is deleted`, { deleted: webhook.id }, options);
}

async function allWebhooks({ api, path }: Session): Promise<Webhook[]> {
  return answerOf(await api.GET(WEBHOOKS, { params: { path } }));
}

async function found(reference: string, options: ApiOptions) {
  const to = await session(options);
  const webhook = findOne(await allWebhooks(to), reference, {
    what: 'webhook',
    list: 'metarun webhooks list',
    id: ({ id }) => id,
    name: ({ url }) => url,
  });
  return { ...to, webhook, params: { path: { ...to.path, webhook_id: webhook.id } } };
}

async function foundDelivery(reference: string, part: string, options: ApiOptions) {
  const { api, params } = await found(reference, options);
  const { items: newest } = await readPages(
    (query) => api.GET(DELIVERIES, { params: { ...params, query } }),
    LOOKED_AT,
  );
  const { id } = findOne(newest, part, {
    what: 'delivery',
    list: 'metarun webhooks deliveries',
    id: (one) => one.id,
  });
  return { api, params: { path: { ...params.path, delivery_id: id } } };
}

function describeWebhookState({
  enabled,
  disabled_reason: why,
  failing_since: since,
}: Webhook): string {
  if (!enabled) return why === null ? 'disabled' : `disabled: ${why}`;
  return since === null ? 'enabled' : 'fails';
}

function toWebhookFields({ event, type, description }: FieldOptions): Fields {
  return {
    ...(event !== undefined && { events: event }),
    ...(type !== undefined && { task_types: type }),
    ...(description !== undefined && { description }),
  };
}
