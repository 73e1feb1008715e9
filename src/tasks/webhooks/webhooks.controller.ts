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
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  ApiProjectId,
  CurrentProject,
  CurrentUser,
  ManageRole,
} from '../../access/auth/access.decorators.js';
import type { ProjectRef, TokenCaller } from '../../access/auth/caller.js';
import { readConditions } from '../../platform/wire/conditions.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../platform/wire/tagged.js';
import { idOf, pagedAfter } from '../../platform/wire/page.js';
import { DeliveriesService, MAX_REDELIVERED } from './deliveries.service.js';
import {
  DeliveryDetailDto,
  DeliveryDto,
  ListDeliveriesQuery,
  RedeliverDto,
  RedeliveredDto,
} from './delivery.dto.js';
import {
  CreateWebhookDto,
  RotateSecretDto,
  UpdateWebhookDto,
  WebhookDto,
  WebhookWithSecretDto,
} from './webhook.dto.js';
import { type Webhook, webhookTag } from './webhook.js';
import { webhookDto } from './webhook.wire.js';
import { WebhooksService } from './webhooks.service.js';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { Delivery, DeliveryDetail } from './delivery.js';

const DAY_IN_SECONDS = 86_400;
const CONDITIONS = conditionsNote('webhook');

@ApiTags('webhooks')
@ApiProjectId()
@Controller('projects/:project_id/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Get()
  @ManageRole('author')
  @ApiOperation({ summary: 'List the webhooks of a project' })
  @ApiOkResponse({ type: [WebhookDto] })
  async list(@CurrentProject() { id }: ProjectRef): Promise<WebhookDto[]> {
    return (await this.webhooks.list(id)).map(webhookDto);
  }

  @Post()
  @ManageRole('admin')
  @ApiOperation({ summary: 'Create a webhook and return its secret, which is shown only once' })
  @ApiCreatedResponse({ type: WebhookWithSecretDto })
  async create(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name }: TokenCaller,
    @Body() body: CreateWebhookDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookWithSecretDto> {
    const { webhook, secret } = await this.webhooks.create(id, body, name);
    return { ...answer(response, webhook), secret };
  }

  @Get(':webhook_id')
  @ManageRole('author')
  @ApiOperation({ summary: 'Read a webhook' })
  @ApiOkResponse({ type: WebhookDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookDto> {
    return answer(response, await this.webhooks.get(id, webhookId));
  }

  @Patch(':webhook_id')
  @ManageRole('admin')
  @ApiOperation({ summary: 'Change, enable or disable a webhook', description: CONDITIONS })
  @ApiOkResponse({ type: WebhookDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
    @Body() body: UpdateWebhookDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookDto> {
    const conditions = readConditions(request);
    return answer(response, await this.webhooks.update(id, webhookId, body, conditions));
  }

  @Delete(':webhook_id')
  @ManageRole('admin')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a webhook with its deliveries', description: CONDITIONS })
  @ApiNoContentResponse()
  remove(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
    @Req() request: Request,
  ): Promise<void> {
    return this.webhooks.remove(id, webhookId, readConditions(request));
  }

  @Post(':webhook_id/rotate-secret')
  @ManageRole('admin')
  @HttpCode(200)
  @ApiOperation({ summary: 'Rotate the secret of a webhook; the new one is shown only once' })
  @ApiOkResponse({ type: WebhookWithSecretDto })
  async rotate(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
    @Body() { keep_previous_seconds: keep = DAY_IN_SECONDS }: RotateSecretDto,
  ): Promise<WebhookWithSecretDto> {
    const { webhook, secret } = await this.webhooks.rotate(id, webhookId, keep * 1000);
    return { ...webhookDto(webhook), secret };
  }

  @Post(':webhook_id/test')
  @ManageRole('admin')
  @ApiOperation({ summary: 'Send a webhook.test event, whose delivery shows the outcome' })
  @ApiCreatedResponse({ type: DeliveryDetailDto })
  async test(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
  ): Promise<DeliveryDetailDto> {
    return deliveryDetailDto(await this.deliveries.test(id, webhookId));
  }

  @Get(':webhook_id/deliveries')
  @ManageRole('author')
  @ApiOperation({
    summary: 'List deliveries, newest first',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [DeliveryDto] })
  async log(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
    @Query() { status, type, task_id: taskId, ...query }: ListDeliveriesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveryDto[]> {
    const found = await pagedAfter(query, response, idOf, (page) =>
      this.deliveries.list(id, webhookId, { status, type, taskId, ...page }),
    );
    return found.map(deliveryDto);
  }

  @Post(':webhook_id/deliveries/redeliver')
  @ManageRole('admin')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Redeliver failed or other matching deliveries',
    description: `Queues up to ${MAX_REDELIVERED} deliveries, oldest first, each with its original webhook-id.`,
  })
  @ApiAcceptedResponse({ type: RedeliveredDto })
  async redeliverAll(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
    @Body() { status, type, task_id: taskId, created_after: after }: RedeliverDto,
  ): Promise<RedeliveredDto> {
    const createdAfter = after === undefined ? undefined : Date.parse(after);
    const filter = { status, type, taskId, createdAfter };
    const redelivered = await this.deliveries.redeliverAll(id, webhookId, filter);
    return { redelivered, more: redelivered === MAX_REDELIVERED };
  }

  @Get(':webhook_id/deliveries/:delivery_id')
  @ManageRole('author')
  @ApiOperation({ summary: 'Read a delivery with its request and response' })
  @ApiOkResponse({ type: DeliveryDetailDto })
  async delivery(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
    @Param('delivery_id') deliveryId: string,
  ): Promise<DeliveryDetailDto> {
    return deliveryDetailDto(await this.deliveries.get(id, webhookId, deliveryId));
  }

  @Post(':webhook_id/deliveries/:delivery_id/redeliver')
  @ManageRole('admin')
  @HttpCode(202)
  @ApiOperation({ summary: 'Redeliver with the same webhook-id' })
  @ApiAcceptedResponse({ type: DeliveryDetailDto })
  async redeliver(
    @CurrentProject() { id }: ProjectRef,
    @Param('webhook_id') webhookId: string,
    @Param('delivery_id') deliveryId: string,
  ): Promise<DeliveryDetailDto> {
    return deliveryDetailDto(await this.deliveries.redeliver(id, webhookId, deliveryId));
  }
}

/** Sets the ETag and returns the webhook as clients see it. */
function answer(response: Response, webhook: Webhook): WebhookDto {
  return tagged(response, webhookTag(webhook), webhookDto(webhook));
}

function deliveryDto(delivery: Delivery): DeliveryDto {
  return {
    id: delivery.id,
    type: delivery.type,
    task_id: delivery.taskId,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: isoTimeOrNull(delivery.nextAttemptAt),
    attempted_at: isoTimeOrNull(delivery.attemptedAt),
    response_status: delivery.responseStatus,
    duration_ms: delivery.durationMs,
    error: delivery.error,
    created_at: isoTime(delivery.createdAt),
    finished_at: isoTimeOrNull(delivery.finishedAt),
  };
}

function deliveryDetailDto(delivery: DeliveryDetail): DeliveryDetailDto {
  return {
    ...deliveryDto(delivery),
    payload: delivery.payload,
    response_body: delivery.responseBody,
  };
}
