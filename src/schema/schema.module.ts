import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { SchemaValidator } from './schema-validator.js';

@Global()
@Module({
  providers: [{ provide: SchemaValidator, useFactory: () => new SchemaValidator() }],
  exports: [SchemaValidator],
})
export class SchemaModule implements OnApplicationShutdown {
  constructor(@Inject(SchemaValidator) private readonly validator: SchemaValidator) {}

  async onApplicationShutdown(): Promise<void> {
    await this.validator.close();
  }
}
