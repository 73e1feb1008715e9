import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCredentials, CurrentCaller } from './access.decorators.js';
import type { Caller } from './caller.js';
import { MeDto } from './me.dto.js';
import { MeService } from './me.service.js';

@ApiTags('auth')
@Controller('auth/me')
@AnyCredentials()
export class MeController {
  constructor(private readonly me: MeService) {}

  /** Returns the owner of the credentials and their projects. */
  @Get()
  @ApiOperation({ summary: "Read the identity and permissions of the request's credentials" })
  @ApiOkResponse({ type: MeDto })
  whoAmI(@CurrentCaller() caller: Caller): Promise<MeDto> {
    return this.me.describe(caller);
  }
}
