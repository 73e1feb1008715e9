import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiProjectId, ManageRole } from '../../access/auth/access.decorators.js';
import { InstallationLimits } from './installation-limits.js';

class RunLimitDto {
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Counts where a meta-task names none; null: no limit.',
  })
  default!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'The most that a meta-task may name.' })
  most!: number | null;
}

class RunLimitsDto {
  @ApiProperty({ description: 'Wall-clock time of an attempt.' }) timeout_seconds!: RunLimitDto;
  @ApiProperty({ description: 'In MiB.' }) memory_mb!: RunLimitDto;
  @ApiProperty({ description: 'CPU time of an attempt.' }) cpu_seconds!: RunLimitDto;
}

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/run-limits')
export class RunLimitsController {
  constructor(private readonly limits: InstallationLimits) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read the limits of the installation on a run' })
  @ApiOkResponse({ type: RunLimitsDto })
  read(): RunLimitsDto {
    const { timeoutSeconds, memoryMb, cpuSeconds } = this.limits;
    return {
      timeout_seconds: { ...timeoutSeconds },
      memory_mb: { ...memoryMb },
      cpu_seconds: { ...cpuSeconds },
    };
  }
}
