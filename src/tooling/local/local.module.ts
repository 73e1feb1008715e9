import 'reflect-metadata';
import { type DynamicModule, Global, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MCP_FRONT, type McpFront } from '../../agents/mcp-servers/steps/mcp-port.js';
import { GATEWAY_FRONT, type GatewayFront } from '../../agents/models/model-gateway.js';
import { CoreModule, prepareCore } from '../../server/core/core.module.js';
import type { Infrastructure } from '../../server/core/infrastructure.js';

/** Stand-ins that a command puts in front of a server's services. */
export interface Fronts {
  mcp: McpFront;
  models: GatewayFront;
}

/** A server without endpoints, for one command. */
@Global()
@Module({})
class LocalModule {
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

/**
 * Creates the modules of a command and reads its services. A failure leaves nothing of them behind; `infrastructure`
 * belongs to the caller.
 */
export async function openModules(
  infrastructure: Infrastructure,
  fronts: Fronts,
): Promise<INestApplicationContext> {
  await using closing = new AsyncDisposableStack();
  const context = await NestFactory.createApplicationContext(
    LocalModule.with(infrastructure, fronts),
    { abortOnError: false, logger: false },
  );
  closing.defer(() => context.close());
  await prepareCore(context);
  closing.move();
  return context;
}
