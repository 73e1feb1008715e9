import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditLog } from './audit-log.service.js';
import { AuditSweep } from './audit-sweep.service.js';
import { AuditController } from './audit.controller.js';
import { AuditInterceptor } from './audit.interceptor.js';

/** The audit log, with an {@link AuditInterceptor} around every operation. */
@Module({
  controllers: [AuditController],
  providers: [AuditLog, AuditSweep, { provide: APP_INTERCEPTOR, useClass: AuditInterceptor }],
  exports: [AuditLog, AuditSweep],
})
export class AuditModule {}
