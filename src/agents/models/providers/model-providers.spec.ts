import { expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { Quotas } from '../../../access/projects/quotas.service.js';
import { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import { readServerConfig } from '../../../server/core/config.js';
import { ModelProvidersService, providerTag } from './model-providers.service.js';
import { ProviderStore } from './provider-store.js';

const FAILED = { code: 'precondition_failed' };

const bench = useEngineBench('model_providers');

function providers(database = bench.database): ModelProvidersService {
  return new ModelProvidersService(
    database,
    new ProviderStore(database),
    { providers: async () => [] },
    new ServiceEgress({ networkRanges: [] }, 'a test'),
    new Quotas(readServerConfig({}), database),
    { listModelUsers: async () => [] },
  );
}

/** Returns a service in which another request changes the providers after each read. */
function lateProviders(): ModelProvidersService {
  return providers(
    bench.afterReads(() =>
      bench.database.execute('UPDATE model_providers SET updated_at = updated_at + 1'),
    ),
  );
}

function create() {
  const model = { name: 'm', model: 'm-1', context_tokens: 8_000, max_output_tokens: 1_000 };
  const given = { name: 'far', kind: 'openai', base_url: 'https://1.1.1.1/v1', models: [model] };
  return providers().create(PROJECT, given, 'Ada');
}

it('a deletion with If-Match is refused where another change came first, and one without is not', async () => {
  const provider = await create();
  const late = lateProviders();
  const refused = late.remove(PROJECT, provider.id, { ifMatch: providerTag(provider) });
  await expect(refused).rejects.toMatchObject(FAILED);
  expect(await providers().get(PROJECT, provider.id)).toMatchObject({ name: 'far' });
  await late.remove(PROJECT, provider.id);
  expect(await bench.database.query('SELECT id FROM model_providers')).toEqual([]);
});

it('a change that others always come before is refused in the end', async () => {
  const provider = await create();
  const change = (conditions = {}) =>
    lateProviders().update(PROJECT, provider.id, { max_concurrency: 3 }, 'Ada', conditions);
  await expect(change()).rejects.toMatchObject({ code: 'conflict' });
  await expect(change({ ifMatch: providerTag(provider) })).rejects.toMatchObject(FAILED);
});
