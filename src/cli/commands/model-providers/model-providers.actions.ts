import { answerOf, checkAnswer, type components } from '@metarun/client';
import { isJsonObject } from '../../../base/kernel/json.js';
import { findOne } from '../../toolkit/api/find-one.js';
import { idCell, printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { readJson } from '../../toolkit/api/read-json.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';
import { usageError } from '../../toolkit/command-error.js';

type ModelProvider = components['schemas']['ModelProviderDto'];
type NewProvider = components['schemas']['CreateModelProviderDto'];
type Change = components['schemas']['UpdateModelProviderDto'];

const PROVIDERS = '/projects/{project_id}/model-providers';
const PROVIDER = `${PROVIDERS}/{provider_id}` as const;
const DOCS = 'models.md#providers';

export async function list(options: ApiOptions): Promise<void> {
  printList(
    'model_providers',
    await allProviders(await session(options)),
    {
      ID: ({ id }) => (id === null ? '' : idCell(id)),
      NAME: ({ name }) => name,
      KIND: ({ kind }) => kind,
      OF: ({ scope }) => scope,
      MODELS: ({ models }) => models.map(({ name }) => name).join(' '),
    },
    options,
  );
}

export async function show(reference: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const one = answerOf(await api.GET(PROVIDER, { params }));
  printOne(
    one,
    {
      name: one.name,
      id: one.id,
      kind: one.kind,
      address: one.base_url,
      secret: one.secret,
      models: one.models.map(({ name, model }) => `${name} (${model})`).join(', '),
      'at once': one.max_concurrency,
      changed: one.updated_at === null ? null : `${timeCell(one.updated_at)} by ${one.updated_by}`,
    },
    options,
  );
}

export async function create(given: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const body = (await readProvider(given)) as unknown as NewProvider;
  const made = answerOf(await api.POST(PROVIDERS, { params: { path }, body }));
  printDone(`${made.name} is added`, made, options);
}

export async function change(reference: string, given: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const body = (await readProvider(given)) as Change;
  const one = answerOf(await api.PATCH(PROVIDER, { params, body }));
  printDone(`${one.name} is changed`, one, options);
}

export async function test(reference: string, model: string, options: ApiOptions): Promise<void> {
  const { api, params, provider } = await found(reference, options);
  const one = answerOf(await api.POST(`${PROVIDER}/test`, { params, body: { model } }));
  const { input_tokens: sent, output_tokens: given } = one.usage;
  printDone(
    `${provider.name}/${model} has answered in ${one.latency_ms} ms (${sent} tokens sent, ${given} answered)`,
    one,
    options,
  );
}

export async function remove(reference: string, options: ApiOptions): Promise<void> {
  const { api, params, provider } = await found(reference, options);
  await confirmed(`Delete the model provider ${provider.name}?`, options);
  checkAnswer(await api.DELETE(PROVIDER, { params }));
  printDone(`${provider.name} is deleted`, { deleted: provider.id }, options);
}

async function readProvider(given: string): Promise<object> {
  const body = await readJson(given, 'provider', DOCS);
  if (isJsonObject(body)) return body;
  throw usageError('A provider is a JSON object.', undefined, DOCS);
}

async function allProviders({ api, path }: Session): Promise<ModelProvider[]> {
  return answerOf(await api.GET(PROVIDERS, { params: { path } }));
}

async function found(reference: string, options: ApiOptions) {
  const to = await session(options);
  const all = await allProviders(to);
  const own = all.flatMap((one) => (one.id === null ? [] : [{ ...one, id: one.id }]));
  if (own.length < all.length && !own.some(({ id, name }) => [id, name].includes(reference)))
    refuseInstallation(all, reference);
  const provider = findOne(own, reference, {
    what: 'model provider',
    list: 'metarun model-providers list',
    id: ({ id }) => id,
    name: ({ name }) => name,
  });
  return { ...to, provider, params: { path: { ...to.path, provider_id: provider.id } } };
}

/** Throws CommandError for a provider of the installation's file, which cannot be changed through the API. */
function refuseInstallation(all: readonly ModelProvider[], reference: string): void {
  if (all.some(({ id, name }) => id === null && name === reference))
    throw usageError(
      `${reference} is a provider of the installation, and none of the project's: it can be used, and not be shown, changed or tested.`,
      'It stands in the file of METARUN_MODEL_PROVIDERS.',
      'models.md#of-the-installation',
    );
}
