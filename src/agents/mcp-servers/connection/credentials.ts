import { Inject, Injectable } from '@nestjs/common';
import { isHeaderText } from '../../../base/kernel/header-text.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import { SecretsService } from '../../../access/secrets/secrets.service.js';
import type { McpServer } from '../registry/mcp-server.js';
import { ClientCredentials } from './client-credentials.js';
import { McpFailure } from './mcp-failure.js';

/** Credentials of calls. `values`: secrets that must never be shown. */
export interface McpCredentials {
  headers: Record<string, string>;
  values: string[];
}

/** Creates the credentials for servers from the secrets of their projects. */
@Injectable()
export class McpCredentialsService {
  private readonly clients: ClientCredentials;

  constructor(
    @Inject(SecretsService) private readonly secrets: Pick<SecretsService, 'read'>,
    egress: ServiceEgress,
  ) {
    this.clients = new ClientCredentials(egress);
  }

  /** Returns the credentials for a server. Rejects with McpFailure. */
  async of(server: McpServer, signal: AbortSignal): Promise<McpCredentials> {
    const { auth, projectId } = server;
    if (auth.kind === 'none') return { headers: {}, values: [] };
    const secret = await this.read(projectId, auth.secret);
    if (auth.kind === 'header')
      return { headers: { [auth.header]: checked(secret, auth.secret) }, values: [secret] };
    const token =
      auth.kind === 'bearer'
        ? checked(secret, auth.secret)
        : await this.clients.token(server, auth, secret, signal);
    return { headers: { Authorization: `Bearer ${token}` }, values: [secret, token] };
  }

  /** Drops the token of a server that has refused it. */
  forget(server: McpServer): void {
    this.clients.forget(server);
  }

  private async read(projectId: string, name: string): Promise<string> {
    try {
      return (await this.secrets.read(projectId, name)).trim();
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      throw new McpFailure(
        'mcp_unavailable',
        `takes its key from a secret. ${error.message}`,
        error,
      );
    }
  }
}

function checked(value: string, name: string): string {
  if (isHeaderText(value)) return value;
  throw new McpFailure(
    'mcp_unavailable',
    `takes its key from the secret "${name}", whose value no header can carry.`,
  );
}
