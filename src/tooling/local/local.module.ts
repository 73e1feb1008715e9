import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MCP_FRONT, type McpFront } from '../../features/mcp-servers/steps/mcp-port.js';
import { GATEWAY_FRONT, type GatewayFront } from '../../features/models/model-gateway.js';
import { CoreModule } from '../../server/core/core.module.js';
import type { Infrastructure } from '../../server/core/infrastructure.js';

/** Stand-ins that a command puts in front of services of a server. */
export interface Fronts {
  mcp: McpFront;
  models: GatewayFront;
}

/** A server without endpoints, for one command. */
@Global()
@Module({})
export class LocalModule {
  static with(infrastructure: Infrastructure, { mcp, models }: Fronts): DynamicModule {
    const providers = [
      { provide: MCP_FRONT, useValue: mcp },
      { provide: GATEWAY_FRONT, useValue: models },
    ];
    return {
      module: LocalModule,
      imports: [CoreModule.with(infrastructure)],
      providers,
      exports: providers,
    };
  }
}
