import { Injectable } from '@nestjs/common';
import { normalisePath } from '../files/tree/file-path.js';
import { WorkspacesService } from '../files/workspaces/workspaces.service.js';
import type { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import { searchResultJson } from './search.wire.js';
import { SearchService } from './search.service.js';

const METHOD = 'files.search';
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** `files.search`: the same results as over HTTP. */
@Injectable()
export class SearchCapability {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly searches: SearchService,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register(METHOD, async (context, json) => {
      const args = new CapabilityArgs(METHOD, json, ['query', 'path', 'limit', 'ws']);
      const path = args.optionalText('path');
      const query = args.text('query');
      const { results } = await this.searches.search(
        await this.workspaces.resolve(
          context.projectId,
          args.optionalText('ws') ?? context.workspaceId,
          'ws',
        ),
        query,
        {
          limit: args.optionalWhole('limit', 1, MAX_LIMIT) ?? DEFAULT_LIMIT,
          path: path === null ? undefined : normalisePath(path, 'path'),
          meant: context.redact(query),
        },
        METHOD,
      );
      return results.map(searchResultJson);
    });
  }
}
