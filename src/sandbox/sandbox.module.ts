import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Containers } from './containers/containers.js';
import { Egress } from './egress/egress.js';
import { Capabilities } from './runtime/capabilities.js';
import { Runtimes } from './runtime/runtimes.js';
import { Sandbox } from './runtime/sandbox/sandbox.js';

/** The parts of a process that run scripts. */
export interface ScriptHost {
  readonly sandbox: Sandbox;
  readonly runtimes: Runtimes;
  readonly containers: Containers;
  readonly capabilities: Capabilities;
  readonly egress: Egress;
}

/** Provides every module with the sandbox, its runtimes, and the capabilities of scripts. */
@Global()
@Module({})
export class SandboxModule {
  static with(host: ScriptHost): DynamicModule {
    const providers = [
      { provide: Sandbox, useValue: host.sandbox },
      { provide: Runtimes, useValue: host.runtimes },
      { provide: Containers, useValue: host.containers },
      { provide: Capabilities, useValue: host.capabilities },
      { provide: Egress, useValue: host.egress },
    ];
    return { module: SandboxModule, providers, exports: providers };
  }
}
