import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiProjectId, ManageRole } from '../../access/auth/access.decorators.js';
import { InstallationLimits } from './installation-limits.js';

class RunLimitDto {
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Limit for a meta-task that sets none. Null: no limit.',
  })
  default!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Highest limit that a meta-task may set.',
  })
  most!: number | null;
}

class RunLimitsDto {
  @ApiProperty({ description: 'Wall-clock time of an attempt, in seconds.' })
  timeout_seconds!: RunLimitDto;
  @ApiProperty({ description: 'Memory of an attempt, in MiB.' }) memory_mb!: RunLimitDto;
  @ApiProperty({ description: 'CPU time of an attempt, in seconds.' }) cpu_seconds!: RunLimitDto;
}

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/run-limits')
export class RunLimitsController {
  constructor(private readonly limits: InstallationLimits) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read the run limits of the installation' })
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
