import { validateHeaderName } from 'node:http';
import type { FieldError } from '../../../base/kernel/errors.js';
import {
  escapePointer,
  isJsonObject,
  type Json,
  type JsonObject,
  describeKind,
} from '../../../base/kernel/json.js';
import { urlProblem } from '../../../sandbox/egress/http/http-request.js';
import {
  AUTH_KINDS,
  MCP_SERVER_NAME,
  type McpAuth,
  type McpServerDefinition,
  TOKEN_METHODS,
  type TokenMethod,
} from './mcp-server.js';
import { SECRET_NAME, SECRET_NAME_RULE } from '../../../access/secrets/secret.js';
import { plainPattern } from '../../../base/kernel/hidden-characters.js';

export const NAME_RULE = 'has 1 to 50 of a-z, 0-9 and "-", and does not begin with "-"';
const PATTERN = /^[A-Za-z0-9_./*-]{1,128}$/;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;
const MAX_PATTERNS = 100;
const MAX_SCOPES = 50;
const MAX_STARS = 5;
/** Maximum and default time of a call in seconds. */
export const MAX_TIMEOUT_SECONDS = 3600;
export const DEFAULT_TIMEOUT_SECONDS = 60;
/** Headers that the service or the protocol sets itself. */
const OWN_HEADERS =
  /^(accept|accept-encoding|connection|content-.*|cookie|expect|host|keep-alive|last-event-id|mcp-.*|te|trailer|transfer-encoding|upgrade|user-agent|proxy-.*)$/i;

/** Returns a server from a client with defaults applied, or all errors in it. */
export function readServer(
  given: JsonObject,
): { server: McpServerDefinition } | { errors: FieldError[] } {
  const errors: FieldError[] = [];
  const read = new Fields(given, '', errors);
  read.onlyKnown(['name', 'url', 'auth', 'tools', 'timeout_seconds', 'max_concurrency']);
  const server = {
    name: read.text('name', MCP_SERVER_NAME, NAME_RULE),
    url: read.url('url'),
    auth: readAuth(given['auth'] ?? { kind: 'none' }, errors),
    tools: read.list('tools', MAX_PATTERNS, patternProblem),
    timeout_seconds: read.whole('timeout_seconds', 1, MAX_TIMEOUT_SECONDS, DEFAULT_TIMEOUT_SECONDS),
    max_concurrency: read.whole('max_concurrency', 1, 64, 4),
  };
  return errors.length > 0 ? { errors } : { server };
}

function readAuth(given: Json, errors: FieldError[]): McpAuth {
  const read = new Fields(isJsonObject(given) ? given : {}, '/auth', errors);
  if (!isJsonObject(given)) {
    read.wrong('', `must be an object, not ${describeKind(given)}`);
    return { kind: 'none' };
  }
  const kind = AUTH_KINDS.find((one) => one === given['kind']);
  const secret = (): string => read.text('secret', SECRET_NAME, SECRET_NAME_RULE);
  switch (kind) {
    case 'none':
      read.onlyKnown(['kind']);
      return { kind };
    case 'bearer':
      read.onlyKnown(['kind', 'secret']);
      return { kind, secret: secret() };
    case 'header':
      read.onlyKnown(['kind', 'secret', 'header']);
      return { kind, secret: secret(), header: read.header('header') };
    case 'client_credentials':
      read.onlyKnown(['kind', 'secret', 'token_url', 'issuer', 'client_id', 'method', 'scopes']);
      return {
        kind,
        secret: secret(),
        ...tokenPlace(given, read),
        client_id: read.text(
          'client_id',
          plainPattern(500),
          'has 1 to 500 characters, none of them hidden',
        ),
        ...readTokenMethod(given, read),
        scopes: read.list('scopes', MAX_SCOPES, (scope) =>
          SCOPE.test(scope) ? null : 'is not a scope, which has no spaces and no quotes',
        ),
      };
    default:
      read.wrong('kind', `must be one of ${AUTH_KINDS.join(', ')}`);
      return { kind: 'none' };
  }
}

/** Returns the token endpoint, or the issuer that declares it. */
function tokenPlace(given: JsonObject, read: Fields): { token_url: string } | { issuer: string } {
  if ((given['issuer'] ?? null) === null) {
    if ((given['token_url'] ?? null) !== null) return { token_url: read.url('token_url') };
    read.wrong('issuer', 'is needed, or "token_url" in its place');
    return { issuer: '' };
  }
  if ((given['token_url'] ?? null) !== null)
    read.wrong('token_url', 'does not go with "issuer", which says itself where tokens are given');
  return { issuer: read.issuer('issuer') };
}

function readTokenMethod(given: JsonObject, read: Fields): { method?: TokenMethod } {
  if ((given['method'] ?? null) === null) return {};
  const method = TOKEN_METHODS.find((one) => one === given['method']);
  if (method !== undefined) return { method };
  read.wrong('method', `must be one of ${TOKEN_METHODS.join(', ')}`);
  return {};
}

/** Returns the reason why a pattern of tool names is invalid; null if it is valid. */
export function patternProblem(pattern: string): string | null {
  if (!PATTERN.test(pattern))
    return 'has 1 to 128 letters, digits, "_", ".", "/", "-" and "*", such as get_*';
  return pattern.split('*').length - 1 > MAX_STARS ? `has more than ${MAX_STARS} "*"` : null;
}

/** Reads the members of an object and records each error with its location. */
export class Fields {
  constructor(
    private readonly given: JsonObject,
    private readonly at: string,
    private readonly errors: FieldError[],
  ) {}

  onlyKnown(names: readonly string[]): void {
    for (const name of Object.keys(this.given))
      if (!names.includes(name))
        this.wrong(
          escapePointer(name.slice(0, 100)),
          `is not known here; there are ${names.join(', ')}`,
        );
  }

  text(name: string, pattern: RegExp, rule: string): string {
    const value = this.given[name] ?? null;
    if (typeof value === 'string' && pattern.test(value)) return value;
    this.wrong(name, value === null ? 'is needed' : rule);
    return '';
  }

  url(name: string): string {
    const value = this.given[name] ?? null;
    const url = typeof value === 'string' && value.length <= 2_000 ? URL.parse(value) : null;
    if (url === null) {
      const rule = 'must be an absolute URL, such as https://mcp.example.com/mcp';
      this.wrong(name, value === null ? 'is needed' : rule);
      return '';
    }
    const problem = urlProblem(url);
    if (problem !== null)
      this.wrong(name, problem.replace('an Authorization header', '"auth", by a secret'));
    else if (url.hash !== '') this.wrong(name, 'must end before "#"');
    return url.href;
  }

  /** Reads an issuer, which is kept unchanged since issuers are compared character by character. */
  issuer(name: string): string {
    const url = this.url(name);
    const given = this.given[name];
    if (url !== '' && new URL(url).search !== '') this.wrong(name, 'must end before "?"');
    return url === '' || typeof given !== 'string' ? '' : given;
  }

  header(name: string): string {
    const value = this.text(name, /^[!-~]{1,100}$/, 'must be the name of a header');
    if (value === '') return value;
    try {
      validateHeaderName(value);
      if (OWN_HEADERS.test(value)) this.wrong(name, 'is a header that the service sets itself');
    } catch {
      this.wrong(name, 'must be the name of a header');
    }
    return value;
  }

  list(name: string, most: number, problemOf: (item: string) => string | null): string[] {
    const value = this.given[name] ?? [];
    if (!Array.isArray(value) || value.length > most) {
      this.wrong(name, `must be a list of at most ${most} texts`);
      return [];
    }
    return value.flatMap((item, index) => {
      const problem = typeof item === 'string' ? problemOf(item) : 'must be a text';
      if (problem !== null) this.wrong(`${name}/${index}`, problem);
      return typeof item === 'string' ? [item] : [];
    });
  }

  whole(name: string, least: number, most: number, usual: number): number {
    const value = this.given[name] ?? usual;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
      return value;
    this.wrong(name, `must be a whole number from ${least} to ${most}`);
    return usual;
  }

  wrong(name: string, message: string): void {
    this.errors.push({ pointer: name === '' ? this.at : `${this.at}/${name}`, message });
  }
}
