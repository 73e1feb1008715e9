import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { ifMatch, type Tagged, readTaggedBody } from './conditions.js';
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

const buildPathParams = (project: string, id: string) => ({
  path: { project_id: project, provider_id: id },
});

/** Model providers of a project, followed by those of the installation. */
export function providersQuery(project: string) {
  return queryOptions({
    queryKey: ['model providers', project],
    queryFn: ({ signal }): Promise<ModelProvider[]> =>
      readBody(api.GET(LIST, { params: { path: { project_id: project } }, signal })),
  });
}

export function providerQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['model providers', project, id],
    queryFn: ({ signal }): Promise<Tagged<ModelProvider>> =>
      readTaggedBody(api.GET(ONE, { params: buildPathParams(project, id), signal })),
  });
}

export function createProvider(project: string, body: ProviderBody): Promise<ModelProvider> {
  return readBody(api.POST(LIST, { params: { path: { project_id: project } }, body }));
}

export function changeProvider(
  project: string,
  id: string,
  body: ProviderBody,
  etag: string,
): Promise<Tagged<ModelProvider>> {
  return readTaggedBody(
    api.PATCH(ONE, { params: buildPathParams(project, id), body, ...ifMatch(etag) }),
  );
}

export async function deleteProvider(project: string, id: string, etag: string): Promise<void> {
  await readBody(api.DELETE(ONE, { params: buildPathParams(project, id), ...ifMatch(etag) }));
}

/** Tests a model with a minimal request. Throws a RequestError with the error of the provider. */
export function testModel(project: string, id: string, model: string) {
  return readBody(
    api.POST(`${ONE}/test`, { params: buildPathParams(project, id), body: { model } }),
  );
}
