import { Module } from '@nestjs/common';
import { environmentVariable } from '../../base/config/environment-variable.js';
import type { Config } from '../../base/config/settings.js';
import { CONFIG } from '../../base/tokens.js';
import { CallLog } from './gateway/call-log.js';
import { CountedRequests } from './gateway/counted-requests.js';
import { ProviderKeys } from './gateway/credentials.js';
import { ModelCalls } from './gateway/model-calls.service.js';
import { ProviderModelGateway } from './gateway/provider.model-gateway.js';
import { RequestSender } from './gateway/request-sender.js';
import { GATEWAY_FRONT, ModelGateway, type GatewayFront } from './model-gateway.js';
import { InstallationProviders } from './providers/installation-providers.js';
import { ModelDirectory } from './providers/model-directory.js';
import { ModelProvidersController } from './providers/model-providers.controller.js';
import { ModelProvidersService } from './providers/model-providers.service.js';
import { ModelTest } from './providers/model-test.service.js';
import { ProviderStore } from './providers/provider-store.js';
import { EmbedCapability } from './steps/embed.capability.js';
import { GenerateCapability } from './steps/generate.capability.js';
import { ModelBudget } from './steps/model-budget.js';
import { ModelSteps } from './steps/model-steps.js';
import { ModelUsageController } from './usage/model-usage.controller.js';
import { ModelUsageService } from './usage/model-usage.service.js';
import { MonthBudgets } from './usage/month-budgets.service.js';
import { QuotasModule } from '../../access/projects/quotas.module.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { SecretsService } from '../../access/secrets/secrets.service.js';
import { Database } from '../../platform/database/database.js';
import { ServiceEgress } from '../../sandbox/egress/service-egress.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';

/** Language models, their providers, and requests to them. */
@Module({
  imports: [QuotasModule, StepsModule, SecretsModule],
  controllers: [ModelProvidersController, ModelUsageController],
  providers: [
    ProviderStore,
    InstallationProviders,
    ModelDirectory,
    ModelProvidersService,
    MonthBudgets,
    CountedRequests,
    RequestSender,
    CallLog,
    ModelSteps,
    ModelBudget,
    GenerateCapability,
    EmbedCapability,
    ModelTest,
    ModelUsageService,
    ProviderModelGateway,
    {
      provide: ServiceEgress,
      inject: [CONFIG],
      useFactory: (config: Config) => new ServiceEgress(config, 'model providers'),
    },
    {
      provide: ModelCalls,
      inject: [Database, Transitions],
      useFactory: (database: Database, transitions: Transitions) =>
        new ModelCalls(database, transitions.modelUse),
    },
    {
      provide: ProviderKeys,
      inject: [SecretsService],
      useFactory: (secrets: SecretsService) => new ProviderKeys(secrets, environmentVariable),
    },
    {
      provide: ModelGateway,
      inject: [ProviderModelGateway, { token: GATEWAY_FRONT, optional: true }],
      useFactory: (product: ProviderModelGateway, front: GatewayFront = (gateway) => gateway) =>
        front(product),
    },
  ],
  exports: [ModelGateway, MonthBudgets, ModelCalls, ModelProvidersService, ModelSteps],
})
export class ModelsModule {
  constructor(capabilities: Capabilities, generate: GenerateCapability, embed: EmbedCapability) {
    generate.register(capabilities);
    embed.register(capabilities);
  }
}
