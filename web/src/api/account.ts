import { api, readBody } from './client.js';
import { pagesQuery } from './pages.js';
import type { CreatedToken, Project, Role, Session, Token } from './types.js';

const PAGE = 50;

export const tokensQuery = pagesQuery<Token>(['account', 'tokens'], (place, signal) =>
  api.GET('/auth/tokens', { params: { query: { limit: PAGE, ...place } }, signal }),
);

/** Creates a token. Only this response contains its value. */
export function createToken(token: {
  name: string;
  role: Role;
  expires_in_seconds?: number;
  /** User who receives the token, if not the caller. Only administrators of the installation may set it. */
  user_id?: string;
}): Promise<CreatedToken> {
  return readBody(api.POST('/auth/tokens', { body: token }));
}

export async function revokeToken(id: string): Promise<void> {
  await readBody(api.DELETE('/auth/tokens/{token_id}', { params: { path: { token_id: id } } }));
}

/** Browser sessions of the user. */
export const sessionsQuery = pagesQuery<Session>(['account', 'sessions'], (place, signal) =>
  api.GET('/auth/sessions', { params: { query: { limit: PAGE, ...place } }, signal }),
);

export async function endSession(id: string): Promise<void> {
  await readBody(
    api.DELETE('/auth/sessions/{session_id}', { params: { path: { session_id: id } } }),
  );
}

/** Projects that the user may see; an administrator of the installation sees all of them. */
export const projectsQuery = pagesQuery<Project>(['projects'], (place, signal) =>
  api.GET('/projects', { params: { query: { limit: PAGE, ...place } }, signal }),
);

export function createProject(body: { name: string; slug?: string }): Promise<Project> {
  return readBody(api.POST('/projects', { body }));
}
