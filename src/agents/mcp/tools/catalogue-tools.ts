import { Injectable } from '@nestjs/common';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { notFound } from '../../../base/kernel/errors.js';
import { MetaTaskTools } from '../meta-task-tools.service.js';
import { TaskCalls } from '../task-calls.service.js';
import { jsonResult } from '../tool-result.js';
import { args, type FixedTool, LIMIT, readNumber, READS, readText } from './fixed-tool.js';
import { MAX_IDENTIFIER_LENGTH } from '../../../tasks/catalogue/identifier.js';

/** Tools for a project with more meta-tasks than are offered as tools. */
@Injectable()
export class CatalogueTools {
  constructor(
    private readonly metaTasks: MetaTaskTools,
    private readonly calls: TaskCalls,
  ) {}

  all(): FixedTool[] {
    return [this.find(), this.run()];
  }

  private find(): FixedTool {
    return {
      name: 'find_meta_tasks',
      title: 'Find meta-tasks',
      description:
        'Finds meta-tasks by a part of their identifier, name or description, with the schema of their params.',
      inputSchema: args({ query: { type: 'string', maxLength: 200 }, limit: LIMIT }, ['query']),
      scope: 'tasks:read',
      hints: READS,
      call: async (given, { request }) => {
        const limit = readNumber(given, 'limit') ?? LIMIT.default;
        const query = readText(given, 'query') ?? '';
        const found = await this.metaTasks.find(request.project.id, query, limit);
        return jsonResult({
          meta_tasks: found.map(({ identifier, title, description, inputSchema }): Json => ({
            identifier,
            name: title,
            description,
            params_schema: inputSchema,
          })),
        });
      },
    };
  }

  private run(): FixedTool {
    return {
      name: 'run_meta_task',
      title: 'Run a meta-task',
      description: 'Runs a meta-task that find_meta_tasks has found, with params of its schema.',
      inputSchema: args(
        {
          identifier: { type: 'string', minLength: 1, maxLength: MAX_IDENTIFIER_LENGTH },
          params: { type: 'object' },
        },
        ['identifier'],
      ),
      scope: 'tasks:write',
      hints: {},
      call: async (given, call) => {
        const identifier = readText(given, 'identifier') ?? '';
        const tool = await this.metaTasks.get(call.request.project.id, identifier);
        if (tool === null)
          throw notFound('meta-task', identifier, 'find_meta_tasks finds those that there are');
        const params = given['params'];
        return this.calls.run(call, tool, isJsonObject(params) ? params : {});
      },
    };
  }
}
