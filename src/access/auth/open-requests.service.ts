import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { EventBus } from '../../platform/events/event-bus.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { getErrorMessage, MetarunError } from '../../base/kernel/errors.js';
import type { AccessRule } from './access.decorators.js';
import { Authenticator } from './authenticator.service.js';
import { Authorizer } from './authorizer.service.js';
import { credentialId, type CredentialRef, type Identity } from './identity.js';
import { accessRevoked } from './messages.js';

/**
 * Interval of the check that open requests are still allowed, in ms: upper bound of the delay after a change by another
 * server.
 */
const LOOK_MS = 1_000;
/** Age from which open requests are checked, in ms; most requests end sooner. */
const LONG_MS = 1_000;
/** Number of decisions in one turn of the event loop. */
const PER_TURN = 50;

interface OpenRequest {
  readonly request: Request;
  readonly response: Response;
  readonly credentials: CredentialRef;
  readonly rule: Exclude<AccessRule, { kind: 'public' }>;
  readonly projectId: string | undefined;
  readonly since: number;
  /** Ends a stream with a reason. */
  end: ((reason: MetarunError) => void) | null;
}

/**
 * Holds the requests that were admitted and are still open: event streams, downloads, uploads. When their access ends
 * (revocation, expiry, a lesser role, a change by another member), closes them: at once if this server made the change,
 * otherwise within {@link LOOK_MS}.
 */
@Injectable()
export class OpenRequests {
  private readonly open = new Map<Response, OpenRequest>();
  private readonly unsubscribe: () => void;
  private readonly loop = new BackgroundLoop({
    work: () => this.endForbidden(),
    pollMs: LOOK_MS,
    // The database does not answer, so readers of streams get no new data either.
    onError: (error) =>
      this.logger.warn(
        { error: getErrorMessage(error) },
        'failed to check whether streams are allowed',
      ),
  });

  constructor(
    private readonly authenticator: Authenticator,
    private readonly authorizer: Authorizer,
    bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.unsubscribe = bus.subscribe(accessRevoked, () => this.loop.trigger());
    this.loop.start();
  }

  stop(): void {
    this.unsubscribe();
    void this.loop.stop();
  }

  /** Holds an admitted request until it is closed. */
  add(
    request: Request,
    response: Response,
    credentials: CredentialRef,
    rule: OpenRequest['rule'],
    projectId: string | undefined,
  ): void {
    const since = performance.now();
    this.open.set(response, { request, response, credentials, rule, projectId, since, end: null });
    response.once('close', () => this.open.delete(response));
  }

  /** Registers how to end a streamed response. By default, the connection is closed. */
  onEnd(response: Response, end: (reason: MetarunError) => void): void {
    const found = this.open.get(response);
    if (found) found.end = end;
  }

  private async endForbidden(): Promise<void> {
    const long = [...this.open.values()].filter(lasts);
    if (long.length === 0) return;
    const identities = await this.authenticator.identifyAgain(
      long.map(({ credentials }) => credentials),
    );
    const reasons = new Map<string, Promise<MetarunError | null>>();
    let decided = 0;
    for (const one of long) {
      const { credentials, rule, projectId } = one;
      const id = credentialId(credentials);
      const what = JSON.stringify([id, projectId, rule]);
      const reason = reasons.get(what) ?? this.reasonAgainst(identities.get(id), rule, projectId);
      reasons.set(what, reason);
      const found = await reason;
      if (found !== null) this.close(one, found);
      decided += 1;
      if (decided % PER_TURN === 0) await nextTurn();
    }
  }

  /** Returns why a request would be refused now; null if it is still allowed. */
  private async reasonAgainst(
    identity: Identity | undefined,
    rule: OpenRequest['rule'],
    projectId: string | undefined,
  ): Promise<MetarunError | null> {
    if (identity === undefined)
      return new MetarunError('unauthenticated', 'The key or token has expired or was revoked.');
    try {
      await this.authorizer.authorize(identity, rule, projectId);
      return null;
    } catch (error) {
      if (error instanceof MetarunError) return error;
      throw error;
    }
  }

  private close({ response, credentials, end }: OpenRequest, reason: MetarunError): void {
    if (!this.open.delete(response)) return;
    this.logger.info(
      { credential: credentials.id, code: reason.code },
      'ended an open request that is no longer allowed',
    );
    if (end === null) response.destroy();
    else end(reason);
  }
}

/**
 * Returns whether a request must be checked again: streams, and any transfer that goes on for long. A request that was
 * received in full and is being processed is left alone: it was allowed when it was made.
 */
function lasts({ request, response, since, end }: OpenRequest): boolean {
  if (end !== null) return true;
  if (performance.now() - since < LONG_MS) return false;
  return !request.complete || (response.headersSent && !response.writableEnded);
}
