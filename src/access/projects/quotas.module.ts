import { Module } from '@nestjs/common';
import { Quotas } from './quotas.service.js';

/** The limits of what projects hold. */
@Module({
  providers: [Quotas],
  exports: [Quotas],
})
export class QuotasModule {}
