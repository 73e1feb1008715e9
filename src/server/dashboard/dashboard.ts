import type { NextFunction, Request, Response } from 'express';
import { publicPath } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { packagePath } from '../../base/kernel/package-root.js';
import {
  type Asset,
  type Coding,
  type DashboardFiles,
  type Page,
  readDashboardFiles,
} from './dashboard-files.js';

/** Path of the dashboard. */
const PATH = '/ui';
/** Written by scripts/build-web.mjs. */
const FOLDER = packagePath('dist/web');
const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Content security policy: no inline scripts or styles, no other origins, and no text that becomes markup; see
 * docs/security.md.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ');
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Serves the pages of the dashboard. They are the same for every user and fetch their data from the API. */
export class Dashboard {
  private constructor(
    /** Null if the installation was built without a dashboard. */
    private readonly files: DashboardFiles | null,
    private readonly isOn: boolean,
    /** Path of the dashboard for browsers, including any prefix that a proxy adds. */
    private readonly path: string,
  ) {}

  static async open(
    config: Pick<Config, 'dashboard' | 'publicUrl'>,
    folder = FOLDER,
  ): Promise<Dashboard> {
    const path = publicPath(config) + PATH;
    const isOn = config.dashboard === 'on';
    return new Dashboard(isOn ? await readDashboardFiles(folder, `${path}/`) : null, isOn, path);
  }

  get isServed(): boolean {
    return this.files !== null;
  }

  /** Redirects browsers from the root of the server to the dashboard. Other clients are passed on. */
  readonly root = (request: Request, response: Response, next: NextFunction): void => {
    if (!this.isServed || request.path !== '/' || !isRead(request)) return next();
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') response.redirect(302, this.path);
    else next();
  };

  /** Serves everything below {@link PATH}. */
  readonly pages = (request: Request, response: Response, next: NextFunction): void => {
    if (request.path !== PATH && !request.path.startsWith(`${PATH}/`)) return next();
    if (!this.isOn) return next();
    if (!isRead(request)) {
      response.setHeader('Allow', 'GET, HEAD');
      throw new MetarunError('method_not_allowed', 'The dashboard takes GET and HEAD alone.');
    }
    if (this.files === null)
      throw new MetarunError(
        'not_found',
        'This installation was built without the dashboard: `npm run build` makes it.',
      );
    response.setHeaders(new Map(Object.entries(HEADERS)));
    const [, name] = /^\/ui\/assets\/(.*)$/.exec(request.path) ?? [];
    if (name === undefined)
      return sendPage(request, response, this.files.selectPage(request.path.slice(PATH.length)));
    const asset = this.files.assets.get(name);
    // A page of an older version asks for a file that no longer exists: the HTML page must not be sent instead.
    if (asset === undefined)
      throw new MetarunError('not_found', 'The dashboard has no such file: reload the page.');
    sendAsset(request, response, asset);
  };
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function sendPage(request: Request, response: Response, page: Page): void {
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', page.etag);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  const known = (request.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(page.etag)) response.status(304).end();
  else send(request, response, page.content);
}

function sendAsset(request: Request, response: Response, { type, content, coded }: Asset): void {
  response.setHeader('Cache-Control', `public, max-age=${ONE_YEAR_SECONDS}, immutable`);
  response.setHeader('Content-Type', type);
  response.setHeader('Vary', 'Accept-Encoding');
  const coding = [...coded.keys()].find((one) => takes(request, one));
  if (coding === undefined) return send(request, response, content);
  response.setHeader('Content-Encoding', coding);
  send(request, response, coded.get(coding) ?? content);
}

function takes(request: Request, coding: Coding): boolean {
  return request.acceptsEncodings(coding) === coding;
}

function send(request: Request, response: Response, content: Buffer): void {
  response.setHeader('Content-Length', content.length);
  response.end(request.method === 'HEAD' ? undefined : content);
}
