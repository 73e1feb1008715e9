import type { ProjectRef } from './caller.js';
import type { Role, Scope } from './roles.js';

interface Credential {
  readonly id: string;
  /** Ms since the epoch; null = never. */
  readonly expiresAt: number | null;
}

export interface ApiKeyIdentity extends Credential {
  readonly kind: 'api_key';
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null once the key's project is archived. */
  readonly project: ProjectRef | null;
}

export interface AccessTokenIdentity extends Credential {
  readonly kind: 'access_token';
  readonly role: Role;
  readonly user: { readonly id: string; readonly name: string; readonly isAdmin: boolean };
}

/** The owner of a request's credentials, before it is known what they may do where. */
export type Identity = ApiKeyIdentity | AccessTokenIdentity;
