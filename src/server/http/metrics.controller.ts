import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../features/auth/access.decorators.js';
import { Metrics } from './metrics.service.js';

@ApiTags('service')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'Metrics for Prometheus' })
  @ApiProduces('text/plain')
  async read(@Res() response: Response): Promise<void> {
    response.type(this.metrics.registry.contentType).send(await this.metrics.text());
  }
}
