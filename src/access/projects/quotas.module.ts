import { Module } from '@nestjs/common';
import { Quotas } from './quotas.service.js';

/** Quotas of projects. */
@Module({
  providers: [Quotas],
  exports: [Quotas],
})
export class QuotasModule {}
