import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { NETWORK_POLICIES, type NetworkPolicy } from '../../base/kernel/network.js';
import { ApiProjectId, ManageRole } from '../auth/access.decorators.js';
import { NetworkLimits } from './network-limits.js';

class NetworkLimitsDto {
  @ApiProperty({ enum: NETWORK_POLICIES, description: 'Widest policy that a meta-task may have.' })
  widest!: NetworkPolicy;

  @ApiProperty({
    type: [String],
    description: 'Addresses that are not public and that scripts may reach all the same.',
    example: ['10.1.0.0/16'],
  })
  ranges!: string[];
}

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/network')
export class NetworkController {
  constructor(private readonly limits: NetworkLimits) {}

  @Get()
  @ManageRole('author')
  @ApiOperation({ summary: 'Read what the installation lets scripts connect to' })
  @ApiOkResponse({ type: NetworkLimitsDto })
  read(): NetworkLimitsDto {
    const { widest, ranges } = this.limits;
    return { widest, ranges: [...ranges] };
  }
}
