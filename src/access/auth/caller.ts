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
  /** The name for the author of a change: the user of a token, or the key's own name. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** When the key or token ends, in ms since the epoch; null = never. */
  readonly expiresAt: number | null;
}

/** An API key, which belongs to a project and to no user. */
export interface KeyCaller extends CallerBase {
  readonly kind: 'api_key';
  /** Null once it is archived. */
  readonly project: ProjectRef | null;
  readonly userId: null;
  readonly role: null;
  readonly isInstallationAdmin: false;
}

/** A user, by way of an access token. */
export interface TokenCaller extends CallerBase {
  readonly kind: 'access_token';
  readonly userId: string;
  /** In the project of the request, or the token's own on a path without a project. */
  readonly role: Role;
  /** An administrator of the installation, with a token that allows as much. */
  readonly isInstallationAdmin: boolean;
  /** Null unless the request came with the cookie of one. */
  readonly session: SessionRef | null;
}

/** The author of a request, and what they may do in the project that it is about. */
export type Caller = KeyCaller | TokenCaller;
