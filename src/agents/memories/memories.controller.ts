import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Patch,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { invalidField } from '../../base/kernel/errors.js';
import { idOf, pagedAfter } from '../../platform/wire/page.js';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { parseQuery, toSentence } from '../../files/search/search-query.js';
import { MemoryJobs } from './extraction/memory-jobs.js';
import { MemoriesService } from './memories.service.js';
import {
  CreateMemoryDto,
  ExportMemoriesQuery,
  ListMemoriesQuery,
  MemoryDetailDto,
  MemoryDto,
  MemoryStatsDto,
  RemoveMemoryQuery,
  RevokedMemoriesDto,
  RevokeMemoriesDto,
  UpdateMemoryDto,
} from './memory.dto.js';
import { MemorySearch, isGiven } from './memory-search.service.js';
import { parseMemoryPlace, buildPlaceFilter, selected } from './memory-selection.js';
import { BY_HAND } from './memory.js';
import { memoryDto, sourceDto, statsDto, unprovenIn, useDto } from './memory.wire.js';
import { type Revoked, Revocation } from './revocation.service.js';

const ALL = { sql: 'TRUE', values: [] };

@ApiTags('memories')
@Controller('external/v1/projects/:project_id/memories')
export class MemoriesController {
  constructor(
    private readonly memories: MemoriesService,
    private readonly searches: MemorySearch,
    private readonly revocation: Revocation,
    private readonly jobs: MemoryJobs,
  ) {}

  @Get()
  @ExternalScope('memories:read')
  @ApiOperation({
    summary: 'List memories, newest first, or search them by `?q`',
    description: 'Link: rel="next" carries the cursor of the next page of a list.',
  })
  @ApiOkResponse({ type: [MemoryDto] })
  async list(
    @CurrentProject() { id }: ProjectRef,
    @Query() { q, cursor, limit, ...selection }: ListMemoriesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemoryDto[]> {
    const where = selected(id, selection) ?? ALL;
    if (q === undefined) {
      const found = await pagedAfter({ limit, cursor }, response, idOf, (page) =>
        this.memories.list(id, where, { after: page.cursor, limit: page.limit }),
      );
      return found.map(memoryDto);
    }
    if (cursor !== undefined)
      throw invalidField('?cursor', 'does not go with q: a search has one page');
    const given = isGiven(Date.now());
    const both = {
      sql: `${given.sql} AND ${where.sql}`,
      values: [...given.values, ...where.values],
    };
    const looked = { text: toSentence(q), places: buildPlaceFilter(id, selection) };
    const found = await this.searches.search(id, parseQuery(q, '?q'), both, limit, looked);
    return found.map(({ row, score }) => ({ ...memoryDto(row), score }));
  }

  @Post()
  @ExternalScope('memories:write')
  @ApiOperation({
    summary: 'Add a memory manually',
    description:
      '201 for a new memory; 200 with the existing one if this scope already has one with the same text.',
  })
  @ApiCreatedResponse({ type: MemoryDto })
  @ApiOkResponse({ type: MemoryDto })
  async create(
    @CurrentProject() { id: projectId }: ProjectRef,
    @CurrentCaller() { name }: Caller,
    @Body() { text, kind, expires_at, ...place }: CreateMemoryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemoryDto> {
    const { row, created } = await this.memories.add({
      projectId,
      place: parseMemoryPlace(projectId, place),
      kind,
      text,
      status: 'active',
      trust: 'high',
      expiresAt: parseTime(expires_at ?? null),
      createdVia: 'person',
      createdBy: name,
      sources: [BY_HAND],
    });
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return memoryDto(row);
  }

  @Get('export')
  @ExternalScope('memories:read')
  @ApiOperation({ summary: 'Export memories with their sources as JSON, one per line' })
  @ApiProduces('application/jsonl')
  @ApiOkResponse({ schema: { type: 'string' } })
  async export(
    @CurrentProject() { id }: ProjectRef,
    @Query() selection: ExportMemoriesQuery,
    @Res() response: Response,
  ): Promise<void> {
    response.setHeader('Content-Type', 'application/jsonl; charset=utf-8');
    const lines = this.lines(this.memories.all(id, selected(id, selection) ?? ALL));
    // A client that disconnects is not an error; if the response fails midway, its connection is closed.
    await pipeline(Readable.from(lines), response).catch(() => response.destroy());
  }

  @Get('stats')
  @ExternalScope('memories:read')
  @ApiOperation({ summary: 'Read statistics of memories: kept, refused and used' })
  @ApiOkResponse({ type: MemoryStatsDto })
  async stats(@CurrentProject() { id }: ProjectRef): Promise<MemoryStatsDto> {
    return statsDto(await this.memories.stats(id), await this.jobs.open(id));
  }

  @Post('revoke')
  @HttpCode(200)
  @ExternalScope('memories:write')
  @ApiOperation({
    summary: 'Revoke memories by source, subject or other conditions',
    description: 'All given conditions must match. At least one is required.',
  })
  @ApiOkResponse({ type: RevokedMemoriesDto })
  async revoke(
    @CurrentProject() { id }: ProjectRef,
    @Body() { purge = false, ...selection }: RevokeMemoriesDto,
  ): Promise<RevokedMemoriesDto> {
    const where = selected(id, selection);
    if (where === null)
      throw invalidField(
        '',
        'say which memories: task_id, subject, scope, scope_id, trust, created_after or created_before',
      );
    return revokedDto(await this.revocation.revoke(id, where, purge));
  }

  @Get(':memory_id')
  @ExternalScope('memories:read')
  @ApiOperation({ summary: 'Read a memory with its sources and the tasks that received it' })
  @ApiOkResponse({ type: MemoryDetailDto })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Param('memory_id') memoryId: string,
  ): Promise<MemoryDetailDto> {
    const row = await this.memories.get(id, memoryId);
    const { sources, uses } = await this.memories.origins(id, row.id);
    return {
      ...memoryDto(row),
      sources: sources.map(sourceDto),
      unproven: unprovenIn(row, sources),
      used_by: uses.map(useDto),
    };
  }

  @Patch(':memory_id')
  @ExternalScope('memories:write')
  @ApiOperation({ summary: 'Change a memory, or accept a pending one' })
  @ApiOkResponse({ type: MemoryDto })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @Param('memory_id') memoryId: string,
    @Body() { text, kind, expires_at, status }: UpdateMemoryDto,
  ): Promise<MemoryDto> {
    return memoryDto(
      await this.memories.change(id, memoryId, {
        text,
        kind,
        expiresAt: expires_at === undefined ? undefined : parseTime(expires_at),
        accept: status === 'active',
      }),
    );
  }

  @Delete(':memory_id')
  @HttpCode(200)
  @ExternalScope('memories:write')
  @ApiOperation({ summary: 'Revoke a memory; it is kept but no longer provided to tasks' })
  @ApiOkResponse({ type: RevokedMemoriesDto })
  async remove(
    @CurrentProject() { id }: ProjectRef,
    @Param('memory_id') memoryId: string,
    @Query() { purge }: RemoveMemoryQuery,
  ): Promise<RevokedMemoriesDto> {
    const row = await this.memories.get(id, memoryId);
    const where = { sql: 'm.id = ?', values: [row.id] };
    return revokedDto(await this.revocation.revoke(id, where, purge));
  }

  private async *lines(all: ReturnType<MemoriesService['all']>): AsyncGenerator<string> {
    for await (const { row, sources } of all)
      yield `${JSON.stringify({ ...memoryDto(row), sources: sources.map(sourceDto) })}\n`;
  }
}

function revokedDto({ revoked, purged, tasks }: Revoked): RevokedMemoriesDto {
  return { revoked, purged, tasks_that_used_them: tasks };
}

function parseTime(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
