import { type DynamicModule, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { provided } from '../../platform/wire/provided.js';
import { AuditController } from './audit.controller.js';
import { AuditInterceptor } from './audit.interceptor.js';
import type { AuditServices } from './audit.services.js';

/** The endpoints of the audit log, and {@link AuditInterceptor} around every operation. */
@Module({})
export class AuditModule {
  static with({ audit }: { audit: AuditServices }): DynamicModule {
    const { providers, ...shared } = provided(audit);
    return {
      module: AuditModule,
      controllers: [AuditController],
      providers: [
        ...providers,
        { provide: APP_INTERCEPTOR, useValue: new AuditInterceptor(audit.log) },
      ],
      ...shared,
    };
  }
}
