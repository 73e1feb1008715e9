import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Request, Response } from 'express';
import type { Config } from '../../../base/config/settings.js';
import { MetarunError } from '../../../base/kernel/errors.js';

/** Browsers accept a cookie with this prefix only over TLS, from this host and for all paths. */
const WITH_TLS = '__Host-metarun';
const SECRET = /^mrs_[A-Za-z0-9_-]{43}$/;

/** Reads and writes the session cookie, and checks that requests with it come from the pages of this server. */
@Injectable()
export class SessionCookies {
  private readonly publicUrl: URL | null;

  constructor(@Inject(CONFIG) { publicUrl }: Pick<Config, 'publicUrl'>) {
    this.publicUrl = publicUrl === '' ? null : new URL(publicUrl);
  }

  /** Returns the value of the cookie, unchecked; undefined without one. */
  read(request: Request): string | undefined {
    const name = this.nameFor(request);
    for (const pair of (request.headers.cookie ?? '').split(';')) {
      const at = pair.indexOf('=');
      if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
    }
    return undefined;
  }

  /** `endsAt`: ms since the epoch. */
  set(request: Request, response: Response, secret: string, endsAt: number): void {
    const seconds = Math.max(0, Math.floor((endsAt - Date.now()) / 1000));
    this.append(request, response, secret, seconds);
  }

  /** Makes the browser delete the cookie and everything else that it has stored for this server. */
  clear(request: Request, response: Response): void {
    this.append(request, response, '', 0);
    response.setHeader('Clear-Site-Data', '"cache", "storage"');
  }

  /**
   * Refuses a request that a page of another origin has made. SameSite is not sufficient: all ports of a host are one
   * site. Browsers send Sec-Fetch-Site; without it, Origin is compared.
   * @throws MetarunError `forbidden`
   */
  refuseOtherPages(request: Request): void {
    const site = request.get('sec-fetch-site');
    const own =
      site === undefined ? this.isOwn(request.get('origin'), request) : site === 'same-origin';
    if (!own)
      throw new MetarunError(
        'forbidden',
        'A request with the cookie of a session must come from a page of this server; programs send the header `Authorization: Bearer <key>`.',
      );
  }

  /**
   * Refuses a cross-origin request without credentials. A request with neither header comes from a program and is
   * allowed.
   */
  refuseOtherPagesIfAny(request: Request): void {
    if (request.get('sec-fetch-site') !== undefined || request.get('origin') !== undefined)
      this.refuseOtherPages(request);
  }

  private isOwn(origin: string | undefined, request: Request): boolean {
    if (origin === undefined || !URL.canParse(origin)) return false;
    const { host } = new URL(origin);
    return host === request.get('host') || host === this.publicUrl?.host;
  }

  private append(request: Request, response: Response, value: string, seconds: number): void {
    const secure = this.hasTls(request) ? '; Secure' : '';
    response.appendHeader(
      'Set-Cookie',
      `${this.nameFor(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
    );
  }

  /**
   * Returns the name of the cookie. Cookies do not distinguish ports: two servers on one host would sign each other's
   * browsers out.
   */
  private nameFor(request: Request): string {
    return this.hasTls(request) ? WITH_TLS : `metarun_${request.socket.localPort ?? 0}`;
  }

  private hasTls(request: Request): boolean {
    return this.publicUrl === null ? request.secure : this.publicUrl.protocol === 'https:';
  }
}

/** Returns whether a text can be the secret of a session. */
export function isSessionSecret(text: string): boolean {
  return SECRET.test(text);
}
