import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { EventBus } from '../../platform/events/event-bus.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { messageOf, MetarunError } from '../../base/kernel/errors.js';
import type { AccessRule } from './access.decorators.js';
import { Authenticator } from './authenticator.service.js';
import { Authorizer } from './authorizer.service.js';
import { credentialId, type CredentialRef, type Identity } from './identity.js';
import { accessRevoked } from './messages.js';

/** Interval of the check whether open requests are still allowed: how long a change made by another server may take, ms. */
const LOOK_MS = 1_000;
/** Requests that were let in longer ago than this are looked at, ms; most end sooner. */
const LONG_MS = 1_000;
/** Decisions in one turn of the event loop. */
const PER_TURN = 50;

interface OpenRequest {
  readonly request: Request;
  readonly response: Response;
  readonly credentials: CredentialRef;
  readonly rule: Exclude<AccessRule, { kind: 'public' }>;
  readonly projectId: string | undefined;
  readonly since: number;
  /** Ends a stream and says why. */
  end: ((reason: MetarunError) => void) | null;
}

/**
 * The requests that have been let in and go on: event streams, downloads, uploads. Whatever took away what let them in
 * (revoked, expired, a lesser role, another member's doing) ends them: at once where this server did it, else within
 * {@link LOOK_MS}.
 */
@Injectable()
export class OpenRequests {
  private readonly open = new Map<Response, OpenRequest>();
  private readonly unsubscribe: () => void;
  private readonly loop = new BackgroundLoop({
    work: () => this.endForbidden(),
    pollMs: LOOK_MS,
    // The database does not answer; nor does it give those who read anything new.
    onError: (error) =>
      this.logger.warn({ error: messageOf(error) }, 'failed to check whether streams are allowed'),
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

  /** Holds a request that was let in until it is closed. */
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

  /** Registers how to end this answer, which is a stream. Without it the connection is closed. */
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

  /** Why it would be refused now; null = it would not. */
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
      'ended a request that went on',
    );
    if (end === null) response.destroy();
    else end(reason);
  }
}

/**
 * Streams, and whatever still comes or goes after a while. A request that has come and is being worked on is left: it was
 * allowed when it was made.
 */
function lasts({ request, response, since, end }: OpenRequest): boolean {
  if (end !== null) return true;
  if (performance.now() - since < LONG_MS) return false;
  return !request.complete || (response.headersSent && !response.writableEnded);
}
