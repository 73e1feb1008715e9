import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { readTags } from '../../base/config/worker-tags.js';
import { invalidField } from '../../base/kernel/errors.js';
import { Public } from '../../access/auth/access.decorators.js';
import { InstallationLoads, wantedBy } from '../installation/state/installation-load.js';
import { type Lane, LANES } from '../../workflow/engine/queue/lane.js';
import { toPool } from '../../workflow/engine/queue/pool.js';
import { METRICS_TOKEN_NOTE, MetricsTokenGuard } from './metrics-token.guard.js';

class ScaleQuery {
  @ApiPropertyOptional({
    enum: LANES,
    default: 'script',
    description: 'Kind of slots.',
  })
  @IsOptional()
  @IsIn(LANES)
  lane?: Lane;

  @ApiPropertyOptional({
    example: 'gpu',
    description: 'Comma-separated tags: only tasks that require exactly these. Default: none.',
  })
  @IsOptional()
  @IsString()
  tags?: string;
}

class ScaleDto {
  @ApiProperty({
    type: 'integer',
    description:
      'Number of servers of the usual size that the load would fill; at least one more than there are while tasks have waited for long.',
  })
  wanted_servers!: number;
  @ApiProperty({ type: 'integer', description: 'Number of slots of these servers.' })
  wanted_slots!: number;
}

@ApiTags('service')
@Controller('scale')
export class ScaleController {
  constructor(private readonly loads: InstallationLoads) {}

  @Get()
  @Public()
  @UseGuards(MetricsTokenGuard)
  @ApiOperation({
    summary: 'Read how many servers and slots the load requires, for autoscalers',
    description: METRICS_TOKEN_NOTE,
  })
  @ApiOkResponse({ type: ScaleDto })
  async read(@Query() { lane = 'script', tags = '' }: ScaleQuery): Promise<ScaleDto> {
    const named = readTags(tags);
    if (named === null)
      throw invalidField(
        '/tags',
        'has tags of lower-case letters, digits, ".", "_" and "-", with commas between, such as gpu,eu',
      );
    const { servers, slots } = wantedBy(await this.loads.load(), lane, toPool(named));
    return { wanted_servers: servers, wanted_slots: slots };
  }
}
