import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import type { AgentsServices } from '../agents/agents.services.js';
import type { ImageBindings } from '../images/image-bindings.js';
import { ContractCheck } from './contract-check.service.js';
import { DefinitionCheck, type ProjectAbilities } from './definition-check.service.js';
import { DraftVersions } from './drafts/draft-versions.service.js';
import { Examples } from './examples/examples.service.js';
import { InstallationLimits } from './installation-limits.js';
import { NetworkLimits } from './network-limits.js';
import type { FileSettings } from '../files/settings.js';
import { ScriptContents } from './contents/script-contents.service.js';
import { ScriptContentsSweep } from './contents/script-contents-sweep.js';
import { RunnableVersions } from './runnable-versions.service.js';
import { MetaTasksService } from './meta-tasks.service.js';

export type MetaTasksServices = ReturnType<typeof metaTasksServices>;

/** The catalogue of meta-tasks and their versions. */
export function metaTasksServices(
  {
    config,
    logger,
    database,
    blobs,
    runtimes,
    schemas,
    workers,
    keepers,
  }: Infrastructure<FileSettings>,
  quotas: Quotas,
  agents: AgentsServices,
  project: ProjectAbilities,
  images: Pick<ImageBindings, 'find' | 'hasMoved'>,
) {
  const contents = new ScriptContents(database, blobs);
  const definitions = new DefinitionCheck(
    config,
    database,
    runtimes,
    schemas,
    agents,
    new ContractCheck(agents.worlds),
    project,
    workers,
    images,
  );
  const metaTasks = new MetaTasksService(database, definitions, images, quotas, contents);
  const network = new NetworkLimits(config.maxNetwork, config.networkRanges);
  return {
    examples: new Examples(database, metaTasks),
    metaTasks,
    versions: new RunnableVersions(database, contents),
    contents,
    contentsSweep: new ScriptContentsSweep(config, database, keepers.lead('contents'), logger),
    draftVersions: new DraftVersions(config, metaTasks),
    network,
    limits: new InstallationLimits(config),
  };
}
