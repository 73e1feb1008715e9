import type { Json } from '../../../base/kernel/json.js';
import type { CallOwner } from '../model-gateway.js';
import type { Provider, ProviderModel } from '../providers/provider.js';
import type { languageModel } from './wire-model.js';

/** A request of any type to a provider. */
export interface ProviderRequest<Answer> {
  owner: CallOwner;
  provider: Provider;
  model: ProviderModel;
  /** Text or messages to send, for the hash and the estimate. */
  asked: Json;
  /** Maximum number of tokens of the answer, for the provider's limits. */
  maxOutputTokens: number;
  signal: AbortSignal;
  make: (sending: Sending) => Promise<Answered<Answer>>;
}

/** An answer with its text for the log. `outputTokens`: approximate number of its tokens. */
export interface Answered<Answer> {
  answer: Answer;
  reported: Reported;
  outputTokens: number;
  shown: Json;
}

/** Tokens of a request as reported by the provider; undefined where not reported. */
export interface Reported {
  inputTokens: number | undefined;
  cachedTokens: number | undefined;
  outputTokens: number | undefined;
  reasoningTokens: number | undefined;
}

/** Options for sending a request. */
export interface Sending {
  wire: Parameters<typeof languageModel>[2];
  signal: AbortSignal;
  /** Called for each part of the answer with the text in it. */
  onPart: (text: string) => void;
}
