import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { normalisePath } from '../files/file-path.js';
import { WorkspacesService } from '../files/workspaces.service.js';
import type { JsonObject } from '../kernel/json.js';
import { Capabilities } from '../runtime/capabilities.js';
import { CapabilityArgs } from '../runtime/capability-args.js';
import { toSearchResultDto } from './search.dto.js';
import { SearchService } from './search.service.js';

const METHOD = 'files.search';
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** `files.search`: the same results as over HTTP. */
@Injectable()
export class SearchCapability implements OnModuleInit {
  constructor(
    @Inject(Capabilities) private readonly capabilities: Capabilities,
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
    @Inject(SearchService) private readonly searches: SearchService,
  ) {}

  onModuleInit(): void {
    this.capabilities.register(METHOD, async (context, json) => {
      const args = new CapabilityArgs(METHOD, json, ['query', 'path', 'limit', 'ws']);
      const path = args.optionalText('path');
      const { results } = await this.searches.search(
        await this.workspaces.resolve(
          context.projectId,
          args.optionalText('ws') ?? context.workspaceId,
          'ws',
        ),
        args.text('query'),
        {
          limit: args.optionalWhole('limit', 1, MAX_LIMIT) ?? DEFAULT_LIMIT,
          path: path === null ? undefined : normalisePath(path, 'path'),
        },
        METHOD,
      );
      return results.map((result): JsonObject => ({ ...toSearchResultDto(result) }));
    });
  }
}
