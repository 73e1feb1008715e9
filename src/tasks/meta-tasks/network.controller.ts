import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { NETWORK_POLICIES, type NetworkPolicy } from '../../base/kernel/network.js';
import { ApiProjectId, ManageRole } from '../../access/auth/access.decorators.js';
import type { Config } from '../../base/config/settings.js';
import { CONFIG } from '../../base/tokens.js';

class NetworkLimitsDto {
  @ApiProperty({
    enum: NETWORK_POLICIES,
    description: 'Widest network policy that a meta-task may have.',
  })
  widest!: NetworkPolicy;

  @ApiProperty({
    type: [String],
    description: 'Non-public addresses that scripts may nevertheless reach.',
    example: ['10.1.0.0/16'],
  })
  ranges!: string[];
}

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/network')
export class NetworkController {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxNetwork' | 'networkRanges'>,
  ) {}

  @Get()
  @ManageRole('author')
  @ApiOperation({ summary: 'Read the network limits of the installation' })
  @ApiOkResponse({ type: NetworkLimitsDto })
  read(): NetworkLimitsDto {
    const { maxNetwork, networkRanges } = this.config;
    return { widest: maxNetwork, ranges: [...networkRanges] };
  }
}
