import { environmentVariable } from '../../base/config/environment-variable.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import type { Quotas } from '../projects/quotas.service.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import { CallLog } from './gateway/call-log.js';
import { ProviderKeys } from './gateway/credentials.js';
import { ModelCalls } from './gateway/model-calls.service.js';
import { TestCalls } from './gateway/test-calls.service.js';
import { ServiceEgress } from '../../sandbox/egress/service-egress.js';
import { CountedRequests } from './gateway/counted-requests.js';
import { ProviderModelGateway } from './gateway/provider.model-gateway.js';
import { RequestSender } from './gateway/request-sender.js';
import type { ModelGateway } from './model-gateway.js';
import { InstallationProviders } from './providers/installation-providers.js';
import { ModelDirectory } from './providers/model-directory.js';
import { ModelProvidersService } from './providers/model-providers.service.js';
import { ModelTest } from './providers/model-test.service.js';
import { ProviderStore } from './providers/provider-store.js';
import type { ModelSettings } from './settings.js';
import { EmbedCapability } from './steps/embed.capability.js';
import { GenerateCapability } from './steps/generate.capability.js';
import { MonthBudgets } from './usage/month-budgets.service.js';
import { ModelUsageService } from './usage/model-usage.service.js';
import { ModelBudget } from './steps/model-budget.js';
import { ModelSteps } from './steps/model-steps.js';

interface Needs {
  steps: StepsServices;
  secrets: SecretsServices;
  quotas: Quotas;
  modelGateway?: ((product: ModelGateway) => ModelGateway) | undefined;
}

export type ModelsServices = ReturnType<typeof modelsServices>;

/** Language models, their providers, and the requests to them. */
export function modelsServices(
  { config, logger, database, transitions, schemas, capabilities }: Infrastructure<ModelSettings>,
  { steps: { journals }, secrets: { secrets }, quotas, modelGateway = itself }: Needs,
) {
  const store = new ProviderStore(database);
  const installation = new InstallationProviders(config);
  const directory = new ModelDirectory(store, installation, config.defaultModel);
  const egress = new ServiceEgress(config, 'model providers');
  const providers = new ModelProvidersService(database, store, directory, egress, quotas);
  const calls = new ModelCalls(database, transitions.modelUse);
  const monthBudgets = new MonthBudgets(database);
  const gateway = modelGateway(
    new ProviderModelGateway(
      directory,
      new CountedRequests(
        new RequestSender(config, new ProviderKeys(secrets, environmentVariable), egress),
        calls,
        new CallLog(config, logger),
      ),
    ),
  );
  const steps = new ModelSteps(gateway, calls);
  const budget = new ModelBudget(calls);
  new GenerateCapability(journals, gateway, steps, budget, schemas).register(capabilities);
  new EmbedCapability(journals, gateway, steps, budget).register(capabilities);
  return {
    installation,
    providers,
    tests: new ModelTest(providers, gateway),
    gateway,
    steps,
    calls,
    testCalls: new TestCalls(database),
    monthBudgets,
    usage: new ModelUsageService(database),
  };
}

function itself(product: ModelGateway): ModelGateway {
  return product;
}
