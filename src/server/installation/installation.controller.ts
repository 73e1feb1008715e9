import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isoTime } from '../../base/kernel/clock.js';
import { VERSION } from '../../base/kernel/version.js';
import { InstallationAdmin } from '../../access/auth/access.decorators.js';
import { InstallationDto } from './installation.dto.js';
import { InstallationStates } from './state/installation-state.service.js';

@ApiTags('installation')
@Controller('installation')
export class InstallationController {
  constructor(private readonly states: InstallationStates) {}

  @Get()
  @InstallationAdmin('reads this')
  @ApiOperation({ summary: 'Read the state of the installation, for its administrators' })
  @ApiOkResponse({ type: InstallationDto })
  async read(): Promise<InstallationDto> {
    const state = await this.states.state();
    return {
      version: VERSION,
      node: process.version,
      host: state.host,
      started_at: isoTime(state.startedAt),
      paused: state.paused,
      database: state.database,
      disk:
        state.disk === null
          ? null
          : { free_bytes: state.disk.freeBytes, total_bytes: state.disk.totalBytes },
      sandbox: state.sandbox,
      slots: state.slots,
      agent_slots: state.agentSlots,
      workers: state.workers.map((worker) => ({
        id: worker.id,
        self: worker.self,
        alive: worker.alive,
        draining: worker.draining,
        roles: worker.roles,
        tags: [...worker.tags],
        only_tagged: worker.onlyTagged,
        host: worker.host,
        version: worker.version,
        started_at: isoTime(worker.startedAt),
        slots: worker.slots,
        agent_slots: worker.agentSlots,
        running: worker.running,
        last_seen_at: isoTime(worker.seenAt),
      })),
      projects: state.projects,
      rates: state.perMinute,
      warnings: state.warnings.map(({ at, text }) => ({ at: isoTime(at), text })),
    };
  }
}
