import type { Role, Scope } from './roles.js';
import type { SessionRef } from './sessions/session-terms.js';

/** The project that a request is about. */
export interface ProjectRef {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

interface CallerBase {
  /** Id of the key or token. */
  readonly id: string;
  /** Name that appears as the author of a change: the name of the token's user, or of the key. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Expiry of the key or token, in ms since the epoch; null = never. */
  readonly expiresAt: number | null;
}

/** An API key, which belongs to a project and to no user. */
export interface KeyCaller extends CallerBase {
  readonly kind: 'api_key';
  /** Null once the project is archived. */
  readonly project: ProjectRef | null;
  readonly userId: null;
  readonly role: null;
  readonly isInstallationAdmin: false;
}

/** A user who sent an access token. */
export interface TokenCaller extends CallerBase {
  readonly kind: 'access_token';
  readonly userId: string;
  /** Role in the project of the request, or the token's own role on a path without a project. */
  readonly role: Role;
  /** True for an administrator of the installation whose token has the role `admin`. */
  readonly isInstallationAdmin: boolean;
  /** Null unless the request came with a session cookie. */
  readonly session: SessionRef | null;
}

/** The author of a request, with their rights in its project. */
export type Caller = KeyCaller | TokenCaller;
