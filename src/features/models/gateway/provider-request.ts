import type { Json } from '../../../base/kernel/json.js';
import type { CallOwner, ModelUsage } from '../model-gateway.js';
import type { Provider, ProviderModel } from '../providers/provider.js';
import type { languageModel } from './wire-model.js';

/** One request to a provider, whatever it asks for. */
export interface ProviderRequest<Answer> {
  owner: CallOwner;
  provider: Provider;
  model: ProviderModel;
  /** The text or messages that are sent, for the hash and the estimate. */
  asked: Json;
  /** The most tokens of the answer, for the provider's limits. */
  maxOutputTokens: number;
  signal: AbortSignal;
  make: (sending: Sending) => Promise<Answered<Answer>>;
}

/** An answer, with what is logged of it. */
export interface Answered<Answer> {
  answer: Answer;
  usage: Omit<ModelUsage, 'costMicroUsd'>;
  shown: Json;
}

/** The means of a request that is being made. */
export interface Sending {
  wire: Parameters<typeof languageModel>[2];
  signal: AbortSignal;
  /** Called at each part of the answer. */
  onPart: () => void;
}
