import { ApiProperty } from '@nestjs/swagger';
import { TaskDto } from '../tasks/views/task.dto.js';
import { MAX_SHOWN } from './task-tree.service.js';

export class TreeTaskDto extends TaskDto {
  @ApiProperty({ type: String, nullable: true, format: 'uuid' }) parent_id!: string | null;
  @ApiProperty({ type: 'integer', description: 'Number of ancestors.' })
  depth!: number;
}

export class TaskTreeDto {
  @ApiProperty({
    type: [TreeTaskDto],
    description: `The task, then its children, then their children, at most ${MAX_SHOWN} in all.`,
  })
  tasks!: TreeTaskDto[];
  @ApiProperty({ description: 'Whether there are more tasks. List them by parent_id.' })
  truncated!: boolean;
}
