import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MCP_APPROVALS, type McpApprovals } from '../../access/projects/mcp-approvals.js';

export class McpSettingsDto {
  @ApiProperty({
    enum: MCP_APPROVALS,
    description:
      'How MCP clients take part in approvals: `off`, not at all; `links`, they show their user a link; `on`, they ask their user and decide, but a key not on a task that it has created; `on_self`, on these as well.',
  })
  @IsIn(MCP_APPROVALS)
  mcp_approvals!: McpApprovals;
}
