import type { Json } from '../../../base/kernel/json.js';
import type { CallOwner } from '../model-gateway.js';
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

/** An answer, with what is logged of it. `outputTokens`: about as many as it has. */
export interface Answered<Answer> {
  answer: Answer;
  reported: Reported;
  outputTokens: number;
  shown: Json;
}

/** The tokens of a request as its provider reports them; undefined for what it does not report. */
export interface Reported {
  inputTokens: number | undefined;
  cachedTokens: number | undefined;
  outputTokens: number | undefined;
  reasoningTokens: number | undefined;
}

/** The means of a request that is being made. */
export interface Sending {
  wire: Parameters<typeof languageModel>[2];
  signal: AbortSignal;
  /** Called at each part of the answer, with the text in it. */
  onPart: (text: string) => void;
}
