import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { McpController } from './mcp.controller.js';
import { McpSettingsController } from './mcp-settings.controller.js';
import type { McpServices } from './mcp.services.js';

/** The endpoint for MCP clients, and that of what a project lets them do. */
@Module({})
export class McpModule {
  static with({ mcp }: { mcp: McpServices }): DynamicModule {
    return {
      module: McpModule,
      controllers: [McpController, McpSettingsController],
      ...provided(mcp),
    };
  }
}
