import { ApiProperty } from '@nestjs/swagger';
import { TASK_STATUSES } from '../../../workflow/engine/state/task-status.js';

export class RecentRunDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: TASK_STATUSES }) status!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was created.' }) at!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'From its first start to its end; null until it has ended.',
  })
  ms!: number | null;
}
