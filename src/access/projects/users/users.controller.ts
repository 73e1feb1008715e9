import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { paged } from '../../../platform/wire/page.js';
import { CurrentUser, InstallationAdmin } from '../../auth/access.decorators.js';
import type { TokenCaller } from '../../auth/caller.js';
import {
  CreateUserDto,
  EndAccessDto,
  EndedAccessDto,
  ListUsersQuery,
  UpdateUserDto,
  UserDto,
} from './user.dto.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @InstallationAdmin('reads this')
  @ApiOperation({ summary: 'List the users of the installation, newest first' })
  @ApiOkResponse({ type: [UserDto] })
  async list(
    @Query() { q, admin, ...query }: ListUsersQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserDto[]> {
    const filter = { q, admins: admin };
    return paged(query, response, (page) => this.users.list(filter, page));
  }

  /** Creates a user without projects or tokens. */
  @Post()
  @InstallationAdmin('makes users')
  @ApiOperation({ summary: 'Create a user' })
  @ApiCreatedResponse({ type: UserDto })
  async create(@Body() body: CreateUserDto): Promise<UserDto> {
    return this.users.create(body);
  }

  @Get(':user_id')
  @InstallationAdmin('reads this')
  @ApiOperation({ summary: 'Read a user' })
  @ApiOkResponse({ type: UserDto })
  async read(@Param('user_id') id: string): Promise<UserDto> {
    return this.users.read(id);
  }

  /** Renames a user, or grants or withdraws the administration of the installation. */
  @Patch(':user_id')
  @InstallationAdmin('changes users')
  @ApiOperation({ summary: 'Change a user' })
  @ApiOkResponse({ type: UserDto })
  async change(@Param('user_id') id: string, @Body() body: UpdateUserDto): Promise<UserDto> {
    return this.users.change(id, body);
  }

  @Post(':user_id/end-access')
  @HttpCode(200)
  @InstallationAdmin('ends the access of others')
  @ApiOperation({
    summary: 'Revoke all tokens of a user and sign out all their browsers',
    description: 'Callers who end their own access keep the token and session of the request.',
  })
  @ApiBody({ type: EndAccessDto, required: false })
  @ApiOkResponse({ type: EndedAccessDto })
  async endAccess(
    @CurrentUser() caller: TokenCaller,
    @Param('user_id') id: string,
    @Body() { api_keys: apiKeys = false }: EndAccessDto,
  ): Promise<EndedAccessDto> {
    return this.users.endAccess(caller, id, apiKeys);
  }

  /**
   * Deletes a user with their memberships and tokens, and revokes their API keys. Everything else that they created
   * stays.
   */
  @Delete(':user_id')
  @InstallationAdmin('deletes users')
  @ApiOperation({ summary: 'Delete a user' })
  @HttpCode(204)
  @ApiNoContentResponse()
  async remove(@CurrentUser() caller: TokenCaller, @Param('user_id') id: string): Promise<void> {
    await this.users.remove(caller, id);
  }
}
