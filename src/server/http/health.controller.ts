import { access, constants, statfs } from 'node:fs/promises';
import { Controller, Get, Inject, Req, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import type { Request, Response } from 'express';
import { Public } from '../../access/auth/access.decorators.js';
import { Authenticator } from '../../access/auth/authenticator.service.js';
import { clientAddress } from '../../access/auth/client-address.js';
import { CONFIG } from '../../base/tokens.js';
import type { Config } from '../../base/config/settings.js';
import { PausableWork } from '../installation/pausable-work.js';
import { Containers } from '../../sandbox/containers/containers.js';
import { ConversionMonitor } from '../../sandbox/conversion/conversion-monitor.js';
import { DocumentConverter } from '../../sandbox/conversion/document-converter.js';
import { BusLink } from '../../platform/events/bus/bus-link.js';
import { Database } from '../../platform/database/database.js';
import { WriteProbe } from '../../platform/database/write-probe.js';
import { LocalQueues } from '../../workflow/engine/queue/local-queue.js';
import { Engine } from '../../workflow/engine/engine.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { within } from '../../base/kernel/within.js';
import { WorkerLease } from '../../workflow/engine/workers/worker-lease.js';
import { Runtimes } from '../../sandbox/runtime/runtimes.js';
import { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';

/** Free disk space below which the server reports that it is not ready, in bytes. */
const MIN_FREE_DISK = 64 * 1024 * 1024;

/** Maximum time for the database to answer a health check, in ms. */
const PATIENCE_MS = 2_000;
const NO_ANSWER = 'the database does not answer';

const BUS_DOWN =
  'Servers cannot notify each other: what one does reaches the others within a second or two.';

const PAUSED =
  'No task runs, no schedule ticks, no webhook is sent, until the operator runs `metarun resume`.';

@ApiTags('service')
@Public()
@Controller('health')
export class HealthController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly authenticator: Authenticator,
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: Database,
    private readonly busLink: BusLink,
    private readonly engine: Engine,
    private readonly queues: LocalQueues,
    private readonly sandbox: Sandbox,
    private readonly runtimes: Runtimes,
    private readonly containers: Containers,
    private readonly converter: DocumentConverter,
    private readonly conversions: ConversionMonitor,
    private readonly work: PausableWork,
    private readonly writes: WriteProbe,
    private readonly lease: WorkerLease,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'Check that the process responds' })
  @ApiOkResponse({
    schema: {
      type: 'object',
      properties: { status: { const: 'ok' }, paused: { const: true } },
      required: ['status'],
    } as object,
    description: '`paused` is present while the installation is paused.',
  })
  live(): { status: 'ok'; paused?: true } {
    return { status: 'ok', ...this.paused };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Check that the server can accept work: database, queue, storage, conversion, sandbox',
  })
  @ApiOkResponse({
    description:
      '503 with the same shape if a component is down, and as `draining` once the server begins to stop; `degraded` with 200 while servers cannot notify each other, or while processes of a language or document converters do not start. Components are listed only for requests with a valid key or token.',
  })
  async ready(@Req() request: Request, @Res() response: Response): Promise<void> {
    const [{ status, found }, showsAll] = await Promise.all([this.state(), this.isKnown(request)]);
    const short = { status: found.status, ...this.paused };
    response.status(status).json(showsAll ? found : short);
  }

  private get paused(): { paused?: true } {
    return this.work.state === null ? {} : { paused: true };
  }

  /** Returns whether the request has a valid key or token. Throws for an invalid one. */
  private async isKnown(request: Request): Promise<boolean> {
    const { authorization } = request.headers;
    if (authorization === undefined) return false;
    try {
      const known = this.authenticator.identify(authorization, clientAddress(request));
      await within(PATIENCE_MS, known, () => new MetarunError('unavailable', NO_ANSWER));
      return true;
    } catch (error) {
      if (error instanceof MetarunError && error.kind !== 'unavailable') throw error;
      // Without its database the server cannot identify the caller.
      return false;
    }
  }

  private async state(): Promise<{ status: number; found: { status: string } }> {
    const { isUp } = this.busLink.state;
    const { report } = this.containers;
    const problems = this.runtimes.problems();
    try {
      const found = await this.health.check([
        () => this.databaseHealth(),
        () => this.busHealth(isUp),
        () => this.queueHealth(),
        () => this.storageHealth(),
        () => this.conversionHealth(),
        () => this.indicators.check('sandbox').up({ ...this.sandbox.report }),
        ...(problems.length === 0 ? [] : [() => this.runtimesHealth(problems)]),
        ...(report === null ? [] : [() => this.indicators.check('containers').up({ ...report })]),
      ]);
      if (this.lease.draining) return { status: 503, found: { ...found, status: 'draining' } };
      // The server accepts work, but reacts more slowly to other servers or cannot run all of it.
      const isWhole = isUp && problems.length === 0 && this.conversions.problem === null;
      return { status: 200, found: isWhole ? found : { ...found, status: 'degraded' } };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      return { status: 503, found: { ...Object(error.getResponse()), status: 'error' } };
    }
  }

  private async databaseHealth() {
    const indicator = this.indicators.check('database');
    const { kind } = this.database;
    const late = (): Error => new Error(`it takes more than ${PATIENCE_MS / 1000} s`);
    try {
      await within(PATIENCE_MS, this.database.query('SELECT 1'), late);
    } catch {
      return indicator.down({ kind, message: NO_ANSWER });
    }
    const failure = await this.writes.check();
    if (failure === null) return indicator.up({ kind });
    return indicator.down({ kind, message: `the database cannot be written: ${failure}` });
  }

  /** Reports the languages whose processes do not start, with the reasons. */
  private runtimesHealth(problems: ReturnType<Runtimes['problems']>) {
    const why = problems.map(({ language, problem }) => [language, problem]);
    return this.indicators.check('runtimes').up(Object.fromEntries(why));
  }

  private busHealth(isUp: boolean) {
    const {
      state: { kind },
      peers,
    } = this.busLink;
    const message = isUp ? {} : { message: BUS_DOWN };
    return this.indicators.check('bus').up({ kind, servers: peers.size + 1, ...message });
  }

  private queueHealth() {
    const { waiting } = this.queues;
    const { state } = this.work;
    const paused = state === null ? {} : { paused: { ...state, message: PAUSED } };
    const { running } = this.engine;
    return this.indicators.check('queue').up({ waiting, running, ...paused });
  }

  private conversionHealth() {
    const { processes, waiting, problem } = this.conversions;
    const { version } = this.converter;
    const message =
      problem === null
        ? {}
        : { message: `documents are not converted: no process starts, ${problem}` };
    return this.indicators.check('conversion').up({ version, processes, waiting, ...message });
  }

  private async storageHealth() {
    const indicator = this.indicators.check('storage');
    try {
      await access(this.config.dataDir, constants.W_OK);
      const { bavail, bsize } = await statfs(this.config.dataDir);
      const freeBytes = bavail * bsize;
      if (freeBytes < MIN_FREE_DISK)
        return indicator.down({ free_bytes: freeBytes, message: 'the disk is nearly full' });
      return indicator.up({ free_bytes: freeBytes });
    } catch {
      return indicator.down({ message: 'the data folder cannot be written' });
    }
  }
}
