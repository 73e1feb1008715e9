import { isoTime } from '../../../base/kernel/clock.js';
import type { ModelUsage } from '../model-gateway.js';
import type { ModelProviderDto, ModelUsageDto } from './model-provider.dto.js';
import type { Provider, StoredProvider } from './provider.js';
import { toUsd } from '../usd.js';

/** Returns a provider in the form for clients. For one of the installation, address and key name are hidden. */
export function modelProviderDto(provider: Provider | StoredProvider): ModelProviderDto {
  const isOwn = 'createdAt' in provider;
  return {
    id: provider.id,
    scope: isOwn ? 'project' : 'installation',
    name: provider.name,
    kind: provider.kind,
    base_url: isOwn ? provider.base_url : null,
    secret: isOwn ? provider.secret : null,
    headers: isOwn ? provider.headers : {},
    models: provider.models,
    stream: provider.stream,
    timeout_seconds: provider.timeout_seconds,
    first_token_seconds: provider.first_token_seconds,
    max_concurrency: provider.max_concurrency,
    requests_per_minute: provider.requests_per_minute,
    tokens_per_minute: provider.tokens_per_minute,
    updated_by: isOwn ? provider.updatedBy : null,
    created_at: isOwn ? isoTime(provider.createdAt) : null,
    updated_at: isOwn ? isoTime(provider.updatedAt) : null,
  };
}

/** Returns tokens and cost in the form for clients and scripts. */
export function usageDto(usage: ModelUsage): ModelUsageDto {
  return {
    input_tokens: usage.inputTokens,
    cached_tokens: usage.cachedTokens,
    output_tokens: usage.outputTokens,
    reasoning_tokens: usage.reasoningTokens,
    cost_usd: toUsd(usage.costMicroUsd),
  };
}
