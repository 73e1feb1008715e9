import { ApiProperty } from '@nestjs/swagger';
import { MAX_COUNTED, MAX_PROJECTS, MAX_WORKERS } from './state/installation-state.js';

const whole = { type: 'integer' } as const;

class DatabaseStateDto {
  @ApiProperty({ enum: ['sqlite', 'postgres'] }) kind!: 'sqlite' | 'postgres';
  @ApiProperty(whole) bytes!: number;
}

class DiskStateDto {
  @ApiProperty(whole) free_bytes!: number;
  @ApiProperty(whole) total_bytes!: number;
}

class SandboxStateDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 3 }) level!: number;
  @ApiProperty() kind!: string;
  @ApiProperty() contains!: string;
  @ApiProperty() does_not_contain!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Steps towards a better level.' })
  advice!: string | null;
}

class ServerSlotsDto {
  @ApiProperty(whole) used!: number;
  @ApiProperty(whole) of!: number;
}

class WorkerDto {
  @ApiProperty({ description: 'Worker id, new at every start and after an expired lease.' })
  id!: string;
  @ApiProperty({ description: 'Whether it is the server that handles the request.' })
  self!: boolean;
  @ApiProperty({ description: 'Whether its lease is current.' }) alive!: boolean;
  @ApiProperty({ description: 'Whether it is stopping and accepts no new work.' })
  draining!: boolean;
  @ApiProperty({ type: [String], description: 'Roles: api, keeper, worker.' })
  roles!: string[];
  @ApiProperty({ type: [String], description: 'Value of METARUN_WORKER_TAGS.' }) tags!: string[];
  @ApiProperty({ description: 'Whether it accepts only tasks that require a tag.' })
  only_tagged!: boolean;
  @ApiProperty() host!: string;
  @ApiProperty() version!: string;
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty(whole) slots!: number;
  @ApiProperty(whole) agent_slots!: number;
  @ApiProperty({ type: 'integer', description: 'Number of running tasks of scripts and agents.' })
  running!: number;
  @ApiProperty({ format: 'date-time', description: 'Time at which it was last seen.' })
  last_seen_at!: string;
}

class WarningDto {
  @ApiProperty({
    format: 'date-time',
    description: 'Start of the condition, as far as the server knows.',
  })
  at!: string;
  @ApiProperty() text!: string;
}

class ProjectLoadDto {
  @ApiProperty() slug!: string;
  @ApiProperty() name!: string;
  @ApiProperty(whole) pending!: number;
  @ApiProperty(whole) running!: number;
  @ApiProperty(whole) waiting!: number;
}

class RatesDto {
  @ApiProperty() m1!: number;
  @ApiProperty() m5!: number;
  @ApiProperty() m15!: number;
}

class PausedDto {
  @ApiProperty({ format: 'date-time' }) since!: string;
  @ApiProperty() reason!: string;
}

export class InstallationDto {
  @ApiProperty({ description: 'Version of the server that handles the request.' }) version!: string;
  @ApiProperty({ description: 'Version of Node.js.' }) node!: string;
  @ApiProperty() host!: string;
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty({ type: PausedDto, nullable: true }) paused!: PausedDto | null;
  @ApiProperty() database!: DatabaseStateDto;
  @ApiProperty({
    type: DiskStateDto,
    nullable: true,
    description: 'State of the disk of the data folder. Null if it cannot be read.',
  })
  disk!: DiskStateDto | null;
  @ApiProperty() sandbox!: SandboxStateDto;
  @ApiProperty({ description: 'Slots of the server that handles the request.' })
  slots!: ServerSlotsDto;
  @ApiProperty({ description: 'Slots of the server that handles the request for tasks of agents.' })
  agent_slots!: ServerSlotsDto;
  @ApiProperty({
    type: [WorkerDto],
    description: `Server that handles the request, then the other servers on the same database seen in the last hour, up to ${MAX_WORKERS} in all.`,
  })
  workers!: WorkerDto[];
  @ApiProperty({
    type: [ProjectLoadDto],
    description: `Unfinished tasks by project, busiest first: up to ${MAX_PROJECTS} projects, each status counted up to ${MAX_COUNTED}.`,
  })
  projects!: ProjectLoadDto[];
  @ApiProperty({
    description:
      'Tasks finished per minute on the server that handles the request, over 1, 5 and 15 minutes.',
  })
  rates!: RatesDto;
  @ApiProperty({
    type: [WarningDto],
    description: 'Warnings for administrators, newest last.',
  })
  warnings!: WarningDto[];
}
