import { Controller, Delete, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { MetarunError } from '../../base/kernel/errors.js';
import { QueryFlag } from '../../platform/wire/query-flag.decorator.js';
import { actorKey } from '../../workflow/engine/state/actor.js';
import {
  ApiProjectId,
  CurrentProject,
  CurrentUser,
  ManageRole,
} from '../../access/auth/access.decorators.js';
import { callerActor } from '../../access/auth/caller-actor.js';
import type { ProjectRef, TokenCaller } from '../../access/auth/caller.js';
import { roleCovers } from '../../access/auth/roles.js';
import { DraftDeletion } from './draft-deletion.service.js';

class DeleteDraftsQuery {
  @QueryFlag('Whether to delete the drafts of all users, which requires the role `admin`.')
  all = false;
}

class DeletedDraftsDto {
  @ApiProperty({
    type: 'integer',
    description: 'Number of deleted drafts, without their children.',
  })
  deleted!: number;
}

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/drafts')
export class DraftsController {
  constructor(private readonly drafts: DraftDeletion) {}

  /** Deletes finished drafts of the caller, or of all users, before their retention ends. */
  @Delete()
  @ManageRole('author')
  @ApiOperation({ summary: "Delete the caller's finished drafts" })
  @ApiOkResponse({ type: DeletedDraftsDto })
  async remove(
    @CurrentProject() project: ProjectRef,
    @CurrentUser() caller: TokenCaller,
    @Query() { all }: DeleteDraftsQuery,
  ): Promise<DeletedDraftsDto> {
    if (all && !roleCovers(caller.role, 'admin'))
      throw new MetarunError(
        'forbidden',
        'Only an administrator of the project deletes the drafts of everybody: leave "all" out to delete your own.',
      );
    const by = all ? null : actorKey(callerActor(caller));
    return { deleted: await this.drafts.delete(project.id, by) };
  }
}
