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
import { type Lane, LANES } from '../../workflow/engine/dispatch/lane.js';
import { poolOf } from '../../workflow/engine/dispatch/pool.js';
import { METRICS_TOKEN_NOTE, MetricsTokenGuard } from './metrics-token.guard.js';

class ScaleQuery {
  @ApiPropertyOptional({
    enum: LANES,
    default: 'script',
    description: 'The slots that are asked for.',
  })
  @IsOptional()
  @IsIn(LANES)
  lane?: Lane;

  @ApiPropertyOptional({
    example: 'gpu',
    description:
      'Tags, with commas between: of the tasks that ask for just these. None by default.',
  })
  @IsOptional()
  @IsString()
  tags?: string;
}

class ScaleDto {
  @ApiProperty({
    type: 'integer',
    description:
      'Servers of the usual size that the work would fill; one more than there are while tasks wait for long.',
  })
  wanted_servers!: number;
  @ApiProperty({ type: 'integer', description: 'Their slots.' })
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
    summary:
      'How many servers and slots the work of the installation wants, for what starts and stops servers',
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
    const { servers, slots } = wantedBy(await this.loads.load(), lane, poolOf(named));
    return { wanted_servers: servers, wanted_slots: slots };
  }
}
