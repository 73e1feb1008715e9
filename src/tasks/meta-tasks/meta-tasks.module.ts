import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { ScriptContentsSweep } from './contents/script-contents-sweep.js';
import { ScriptContents } from './contents/script-contents.service.js';
import { DefinitionCheck } from './definition-check.service.js';
import { DraftVersions } from './drafts/draft-versions.service.js';
import { Examples } from './examples/examples.service.js';
import { InstallationLimits } from './installation-limits.js';
import { MetaTasksService } from './meta-tasks.service.js';
import { RunnableVersions } from './runnable-versions.service.js';
import { QuotasModule } from '../../access/projects/quotas.module.js';

/** The catalogue of meta-tasks and their versions. */
@Module({
  imports: [ImagesModule, QuotasModule],
  providers: [
    ScriptContents,
    DefinitionCheck,
    MetaTasksService,
    Examples,
    RunnableVersions,
    ScriptContentsSweep,
    DraftVersions,
    InstallationLimits,
  ],
  exports: [
    ScriptContentsSweep,
    MetaTasksService,
    Examples,
    InstallationLimits,
    RunnableVersions,
    DraftVersions,
    ScriptContents,
  ],
})
export class MetaTasksModule {}
