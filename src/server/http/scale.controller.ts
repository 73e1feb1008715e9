import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { Public } from '../../features/auth/access.decorators.js';
import {
  InstallationLoads,
  wantedBy,
} from '../../features/installation/state/installation-load.js';
import { type Lane, LANES } from '../../workflow/engine/lane.js';

class ScaleQuery {
  @ApiPropertyOptional({
    enum: LANES,
    default: 'script',
    description: 'The slots that are asked for.',
  })
  @IsOptional()
  @IsIn(LANES)
  lane?: Lane;
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
  @ApiOperation({
    summary:
      'How many servers and slots the work of the installation wants, for what starts and stops servers',
  })
  @ApiOkResponse({ type: ScaleDto })
  async read(@Query() { lane = 'script' }: ScaleQuery): Promise<ScaleDto> {
    const { servers, slots } = wantedBy(await this.loads.load(), lane);
    return { wanted_servers: servers, wanted_slots: slots };
  }
}
