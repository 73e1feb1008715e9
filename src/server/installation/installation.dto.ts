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
  @ApiProperty({ type: String, nullable: true, description: 'How to reach a better level.' })
  advice!: string | null;
}

class ServerSlotsDto {
  @ApiProperty(whole) used!: number;
  @ApiProperty(whole) of!: number;
}

class WorkerDto {
  @ApiProperty({ description: 'New at every start, and after a lease that has passed.' })
  id!: string;
  @ApiProperty({ description: 'Whether it is the server that answers.' }) self!: boolean;
  @ApiProperty({ description: 'Whether it has renewed its lease in time.' }) alive!: boolean;
  @ApiProperty({ description: 'Whether it stops, and takes nothing any more.' }) draining!: boolean;
  @ApiProperty({ type: [String], description: 'What it does: api, keeper, worker.' })
  roles!: string[];
  @ApiProperty({ type: [String], description: 'Its METARUN_WORKER_TAGS.' }) tags!: string[];
  @ApiProperty({ description: 'Whether it takes only tasks that ask for a tag.' })
  only_tagged!: boolean;
  @ApiProperty() host!: string;
  @ApiProperty() version!: string;
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty(whole) slots!: number;
  @ApiProperty(whole) agent_slots!: number;
  @ApiProperty({ type: 'integer', description: 'Tasks that it runs, of scripts and agents.' })
  running!: number;
  @ApiProperty({ format: 'date-time', description: 'When it was there last.' })
  last_seen_at!: string;
}

class WarningDto {
  @ApiProperty({ format: 'date-time', description: 'Since when, as far as the server knows.' })
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
  @ApiProperty({ description: 'Of the server that answers.' }) version!: string;
  @ApiProperty({ description: 'Version of Node.js.' }) node!: string;
  @ApiProperty() host!: string;
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty({ type: PausedDto, nullable: true }) paused!: PausedDto | null;
  @ApiProperty() database!: DatabaseStateDto;
  @ApiProperty({
    type: DiskStateDto,
    nullable: true,
    description: 'Of the data folder; null where it cannot be read.',
  })
  disk!: DiskStateDto | null;
  @ApiProperty() sandbox!: SandboxStateDto;
  @ApiProperty({ description: 'Of the server that answers.' }) slots!: ServerSlotsDto;
  @ApiProperty({ description: 'The same for tasks of agents.' }) agent_slots!: ServerSlotsDto;
  @ApiProperty({
    type: [WorkerDto],
    description: `The server that answers, then the others on the same database, those that were there in the last hour: up to ${MAX_WORKERS}.`,
  })
  workers!: WorkerDto[];
  @ApiProperty({
    type: [ProjectLoadDto],
    description: `Unfinished tasks of projects, the most first: up to ${MAX_PROJECTS}, each status counted up to ${MAX_COUNTED}.`,
  })
  projects!: ProjectLoadDto[];
  @ApiProperty({
    description: 'Tasks a minute that ended on the server that answers, over 1, 5 and 15 minutes.',
  })
  rates!: RatesDto;
  @ApiProperty({
    type: [WarningDto],
    description: 'What an administrator should look at, the newest last.',
  })
  warnings!: WarningDto[];
}
