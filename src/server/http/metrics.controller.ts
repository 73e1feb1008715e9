import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../access/auth/access.decorators.js';
import { METRICS_TOKEN_NOTE, MetricsTokenGuard } from './metrics-token.guard.js';
import { Metrics } from './metrics.service.js';

@ApiTags('service')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Public()
  @UseGuards(MetricsTokenGuard)
  @ApiOperation({ summary: 'Read metrics for Prometheus', description: METRICS_TOKEN_NOTE })
  @ApiProduces('text/plain')
  async read(@Res() response: Response): Promise<void> {
    response.type(this.metrics.registry.contentType).send(await this.metrics.text());
  }
}
