import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import {
  ApiProjectId,
  CurrentProject,
  CurrentUser,
  ManageRole,
} from '../../access/auth/access.decorators.js';
import type { ProjectRef, TokenCaller } from '../../access/auth/caller.js';
import { CreateImageDto, DeleteImageQuery, ImageDetailDto, ImageDto } from './image.dto.js';
import { imageDetailDto, imageDto } from './image.wire.js';
import { Images } from './images.service.js';

@ApiTags('images')
@ApiProjectId()
@Controller('projects/:project_id/images')
export class ImagesController {
  constructor(private readonly images: Images) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'List the container images of a project, by name' })
  @ApiOkResponse({ type: [ImageDto] })
  async list(@CurrentProject() { id }: ProjectRef): Promise<ImageDto[]> {
    return (await this.images.list(id)).map(imageDto);
  }

  @Post()
  @ManageRole('admin')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiOperation({
    summary: 'Add a container image and pull it in the background',
    description: '`state` then becomes `ready`, or `failed` with an `error`.',
  })
  @ApiAcceptedResponse({ type: ImageDto })
  async create(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name: by }: TokenCaller,
    @Body() { name, reference, platform = null, auth_secret: authSecret = null }: CreateImageDto,
  ): Promise<ImageDto> {
    return imageDto(await this.images.create(id, { name, reference, platform, authSecret }, by));
  }

  @Get(':image_id')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read a container image with its versions' })
  @ApiOkResponse({ type: ImageDetailDto })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Param('image_id') imageId: string,
  ): Promise<ImageDetailDto> {
    const image = await this.images.get(id, imageId);
    const versions = await this.images.versions(image);
    return imageDetailDto(image, versions, await this.images.listUsers(image));
  }

  @Post(':image_id/refresh')
  @ManageRole('admin')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiOperation({
    summary: 'Pull a container image again',
    description:
      'Creates a new version if the digest differs. Meta-tasks on an earlier version keep it. Has no effect while the image is being pulled.',
  })
  @ApiAcceptedResponse({ type: ImageDto })
  async refresh(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name: by }: TokenCaller,
    @Param('image_id') imageId: string,
  ): Promise<ImageDto> {
    return imageDto(await this.images.refresh(id, imageId, by));
  }

  @Delete(':image_id')
  @ManageRole('admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({
    summary: 'Delete a container image',
    description: '409 `image_in_use` while the current version of a meta-task runs on it.',
  })
  @ApiNoContentResponse()
  remove(
    @CurrentProject() { id }: ProjectRef,
    @Param('image_id') imageId: string,
    @Query() { force }: DeleteImageQuery,
  ): Promise<void> {
    return this.images.remove(id, imageId, force);
  }
}
