import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG } from '../../base/tokens.js';
import type { Config } from '../../base/config/settings.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { hashSecret, sameHash } from '../../access/auth/secrets.js';

/** Note for the description of operations with {@link MetricsTokenGuard}. */
export const METRICS_TOKEN_NOTE =
  'Requires `Authorization: Bearer …` with METARUN_METRICS_TOKEN if the server has that setting.';

/** Protects the metrics of the installation, which are public unless METARUN_METRICS_TOKEN is set. */
@Injectable()
export class MetricsTokenGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'metricsToken'>) {}

  canActivate(context: ExecutionContext): boolean {
    const { metricsToken } = this.config;
    if (metricsToken === '') return true;
    const http = context.switchToHttp();
    const { authorization } = http.getRequest<Request>().headers;
    const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
    if (sameHash(hashSecret(given), hashSecret(metricsToken))) return true;
    const error = authorization === undefined ? '' : ', error="invalid_token"';
    http
      .getResponse<Response>()
      .setHeader('WWW-Authenticate', `Bearer realm="metarun metrics"${error}`);
    throw new MetarunError(
      'unauthenticated',
      'This needs the header Authorization: Bearer <token>, with the token of METARUN_METRICS_TOKEN.',
    );
  }
}
