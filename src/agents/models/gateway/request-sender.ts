import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import { unlessAborted } from '../../../base/kernel/unless-aborted.js';
import { ModelFailure } from '../model-gateway.js';
import type { ModelSettings } from '../settings.js';
import { AnswerTurns } from './answer-turns.js';
import { ProviderKeys } from './credentials.js';
import type { FailurePlace } from './model-failure.js';
import { type FetchNotes, guardedFetch } from './guarded-fetch.js';
import { libraries } from './libraries.js';
import { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import type { Answered, ProviderRequest } from './provider-request.js';

/** Sends requests with the key of their provider over a guarded connection, within the provider's timeouts. */
@Injectable()
export class RequestSender {
  private readonly answers = new AnswerTurns();

  constructor(
    @Inject(CONFIG) private readonly settings: Pick<ModelSettings, 'maxModelResponseBytes'>,
    private readonly keys: ProviderKeys,
    private readonly egress: ServiceEgress,
  ) {}

  /** `place` receives the values to redact, `notes` what was sent; `onPart` is called for each part of the answer. */
  async send<Answer>(
    { owner, provider, model, signal, make }: ProviderRequest<Answer>,
    place: FailurePlace,
    notes: FetchNotes,
    onPart: (text: string) => void,
  ): Promise<Answered<Answer>> {
    const credentials = await this.keys.of(provider);
    place.values = credentials.values;
    const late = new AbortController();
    const { timeout_seconds: all, first_token_seconds: first } = provider;
    const giveUp = (seconds: number, what: string): NodeJS.Timeout =>
      setTimeout(
        () =>
          late.abort(
            new ModelFailure(
              `${what} within ${seconds} s (${seconds === all ? 'timeout_seconds' : 'first_token_seconds'}).`,
              { again: true },
            ),
          ),
        seconds * 1000,
      ).unref();
    const whole = giveUp(all, 'did not end its answer');
    const streams = provider.stream && model.embeddings === null;
    const begin = streams && first < all ? giveUp(first, 'did not begin to answer') : undefined;
    const stop = AbortSignal.any([signal, late.signal]);
    try {
      const connection = this.egress.to(provider);
      const reading = {
        maxBytes: this.settings.maxModelResponseBytes,
        turn: () => this.answers.enter(owner.projectId),
      };
      const fetch = guardedFetch(connection, reading, notes, streams);
      const wire = { libraries: await libraries(), credentials, fetch };
      // The library may wait for something that never ends.
      return await unlessAborted(
        make({
          wire,
          signal: stop,
          onPart: (text) => {
            clearTimeout(begin);
            onPart(text);
          },
        }),
        stop,
      );
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error;
    } finally {
      clearTimeout(whole);
      clearTimeout(begin);
      // Closes everything that is still open.
      late.abort();
    }
  }
}
