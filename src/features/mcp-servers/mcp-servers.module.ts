import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { McpServersController } from './registry/mcp-servers.controller.js';
import type { McpServersServices } from './mcp-servers.services.js';

/** The endpoints of MCP servers. */
@Module({})
export class McpServersModule {
  static with({ core }: { core: { mcpServers: McpServersServices } }): DynamicModule {
    const { servers, tools, calls } = core.mcpServers;
    return {
      module: McpServersModule,
      controllers: [McpServersController],
      ...provided({ servers, tools, calls }),
    };
  }
}
