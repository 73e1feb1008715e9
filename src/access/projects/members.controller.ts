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
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiProjectId, CurrentProject, ManageRole } from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import { paged, PageQuery } from '../../platform/wire/page.js';
import { AddMemberDto, MemberDto, UpdateMemberDto } from './member.dto.js';
import { MembersService } from './members.service.js';

@ApiTags('members')
@ApiProjectId()
@Controller('projects/:project_id/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @ApiOperation({ summary: 'List the members of a project' })
  @ManageRole('viewer')
  @ApiOkResponse({ type: [MemberDto] })
  list(
    @CurrentProject() project: ProjectRef,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberDto[]> {
    return paged(query, response, (page) => this.members.list(project, page));
  }

  /** Makes a user a member; with `name`, creates the user, who can then be given a token. */
  @Post()
  @ApiOperation({ summary: 'Add a member to a project' })
  @ManageRole('admin')
  @ApiCreatedResponse({ type: MemberDto })
  add(@CurrentProject() project: ProjectRef, @Body() body: AddMemberDto): Promise<MemberDto> {
    return this.members.add(project, body);
  }

  @Patch(':user_id')
  @ApiOperation({ summary: "Change a member's role" })
  @ManageRole('admin')
  @ApiOkResponse({ type: MemberDto })
  change(
    @CurrentProject() project: ProjectRef,
    @Param('user_id') userId: string,
    @Body() body: UpdateMemberDto,
  ): Promise<MemberDto> {
    return this.members.changeRole(project, userId, body.role);
  }

  /** Ends a membership; the user's tokens lose access to the project at once. */
  @Delete(':user_id')
  @ApiOperation({ summary: 'Remove a member' })
  @ManageRole('admin')
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentProject() project: ProjectRef, @Param('user_id') userId: string): Promise<void> {
    return this.members.remove(project, userId);
  }
}
