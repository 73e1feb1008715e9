import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import { ifMatch, type Tagged, taggedBodyOf } from './conditions.js';
import type { ModelProvider, ProviderModel } from './types.js';

const LIST = '/projects/{project_id}/model-providers' as const;
const ONE = `${LIST}/{provider_id}` as const;

export const PROVIDER_KINDS = [
  'openai',
  'openai_chat',
  'openai_compatible',
  'anthropic',
  'google',
] as const satisfies readonly ModelProvider['kind'][];

export interface ProviderBody {
  name: string;
  kind: ModelProvider['kind'];
  base_url?: string;
  secret: string | null;
  headers: Record<string, string>;
  models: ProviderModel[];
  stream: boolean;
  timeout_seconds: number;
  first_token_seconds: number;
  max_concurrency: number;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
}

const pathOf = (project: string, id: string) => ({
  path: { project_id: project, provider_id: id },
});

/** Model providers of a project, followed by those of the installation. */
export function providersQuery(project: string) {
  return queryOptions({
    queryKey: ['model providers', project],
    queryFn: ({ signal }): Promise<ModelProvider[]> =>
      bodyOf(api.GET(LIST, { params: { path: { project_id: project } }, signal })),
  });
}

export function providerQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['model providers', project, id],
    queryFn: ({ signal }): Promise<Tagged<ModelProvider>> =>
      taggedBodyOf(api.GET(ONE, { params: pathOf(project, id), signal })),
  });
}

export function createProvider(project: string, body: ProviderBody): Promise<ModelProvider> {
  return bodyOf(api.POST(LIST, { params: { path: { project_id: project } }, body }));
}

export function changeProvider(
  project: string,
  id: string,
  body: ProviderBody,
  etag: string,
): Promise<Tagged<ModelProvider>> {
  return taggedBodyOf(api.PATCH(ONE, { params: pathOf(project, id), body, ...ifMatch(etag) }));
}

export async function deleteProvider(project: string, id: string, etag: string): Promise<void> {
  await bodyOf(api.DELETE(ONE, { params: pathOf(project, id), ...ifMatch(etag) }));
}

/** Tests a model with a minimal request. Throws a RequestError with the error of the provider. */
export function testModel(project: string, id: string, model: string) {
  return bodyOf(api.POST(`${ONE}/test`, { params: pathOf(project, id), body: { model } }));
}
