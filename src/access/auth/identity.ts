import type { ProjectRef } from './caller.js';
import type { SessionRef } from './sessions/session-terms.js';
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
  /** The session whose cookie was sent; null if the token itself was sent. */
  readonly session: SessionRef | null;
}

/** The owner of a request's credentials, before authorization. */
export type Identity = ApiKeyIdentity | AccessTokenIdentity;

/** The part of an identity that names the credentials. */
export type CredentialRef =
  Pick<ApiKeyIdentity, 'kind' | 'id'> | Pick<AccessTokenIdentity, 'kind' | 'id' | 'session'>;

/** Returns the id of the credentials that were sent: of the session for a cookie, otherwise of the key or token. */
export function credentialId(credential: CredentialRef): string {
  return credential.kind === 'access_token'
    ? (credential.session?.id ?? credential.id)
    : credential.id;
}
