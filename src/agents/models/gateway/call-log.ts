import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import type { Json } from '../../../base/kernel/json.js';
import { Redaction } from '../../../base/redaction/redaction.js';
import type { CallOwner, ModelFailure } from '../model-gateway.js';
import { modelRef, type Provider, type ProviderModel } from '../providers/provider.js';
import type { ModelSettings } from '../settings.js';
import type { FailurePlace } from './model-failure.js';
import type { CallEnd } from './model-calls.service.js';

/** Maximum length of a request or answer in the log, in characters. */
const MAX_LOGGED = 100_000;

/** Logs the ends of requests, at the level of detail set by METARUN_MODEL_LOG. */
@Injectable()
export class CallLog {
  constructor(
    @Inject(CONFIG) private readonly settings: Pick<ModelSettings, 'modelLog'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `failure`: reason for a missing answer. */
  write(
    { owner, provider, model }: { owner: CallOwner; provider: Provider; model: ProviderModel },
    { usage, firstTokenMs, durationMs }: Pick<CallEnd, 'usage' | 'firstTokenMs' | 'durationMs'>,
    place: FailurePlace,
    { sent, shown, failure }: { sent: string; shown?: Json; failure?: ModelFailure },
  ): void {
    const { modelLog } = this.settings;
    if (modelLog === 'none') return;
    const full =
      modelLog === 'full'
        ? {
            request: safeText(sent, place),
            ...(shown === undefined ? {} : { answer: safeText(JSON.stringify(shown), place) }),
          }
        : {};
    const entry = {
      project: owner.projectId,
      task: owner.taskId,
      model: modelRef(provider, model),
      ...usage,
      firstTokenMs,
      durationMs,
      ...full,
    };
    if (failure === undefined) this.logger.info(entry, 'model answered');
    else this.logger.warn({ ...entry, error: failure.message }, 'request to a model failed');
  }
}

function safeText(text: string, place: FailurePlace): string {
  return Redaction.of(place.values).apply(text).slice(0, MAX_LOGGED);
}
