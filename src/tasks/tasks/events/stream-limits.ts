import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Response } from 'express';
import type { Config } from '../../../base/config/settings.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { TASK_ERRORS } from '../errors.js';

const RETRY_AFTER_SECONDS = 10;

/** Counts the open event streams of this server. */
@Injectable()
export class StreamLimits {
  /** Number of streams by the id of their key, token or project. */
  private readonly ofOwner = new Map<string, number>();
  private open = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Runs `stream` as one stream of a project for the key or token `keyId`. Throws `too_many_streams`; `response` then
   * closes its connection, so that repeated requests do not leave thousands of them open.
   */
  async count(
    projectId: string,
    keyId: string,
    response: Response,
    stream: () => Promise<void>,
  ): Promise<void> {
    try {
      this.check(projectId, keyId);
    } catch (error) {
      response.set('Connection', 'close');
      throw error;
    }
    this.add(projectId, keyId, 1);
    try {
      await stream();
    } finally {
      this.add(projectId, keyId, -1);
    }
  }

  private check(projectId: string, keyId: string): void {
    const { maxStreams, maxStreamsPerKey, maxStreamsPerProject } = this.config;
    const own = this.countOpen(keyId);
    if (own >= maxStreamsPerKey)
      throw tooMany(`This key or token has ${own} event streams open, which is all it may`);
    const ofProject = this.countOpen(projectId);
    if (ofProject >= maxStreamsPerProject)
      throw tooMany(`This project has ${ofProject} event streams open, which is all it may`);
    if (this.open >= maxStreams)
      throw tooMany(`The server has ${this.open} event streams open, which is all it serves`);
  }

  private add(projectId: string, keyId: string, count: 1 | -1): void {
    this.open += count;
    for (const owner of [projectId, keyId]) {
      const left = this.countOpen(owner) + count;
      if (left === 0) this.ofOwner.delete(owner);
      else this.ofOwner.set(owner, left);
    }
  }

  private countOpen(owner: string): number {
    return this.ofOwner.get(owner) ?? 0;
  }
}

function tooMany(what: string): MetarunError {
  return new MetarunError(
    TASK_ERRORS.too_many_streams,
    `${what}; close some, or try again in ${RETRY_AFTER_SECONDS} s.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
