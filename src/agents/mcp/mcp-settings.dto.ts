import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MCP_APPROVALS, type McpApprovals } from '../../access/projects/mcp-approvals.js';

export class McpSettingsDto {
  @ApiProperty({
    enum: MCP_APPROVALS,
    description:
      'Role of MCP clients in approvals. `off`: none. `links`: show their user a link. `on`: ask their user and decide, except that an API key cannot decide about a task that it created. `on_self`: decide about those as well.',
  })
  @IsIn(MCP_APPROVALS)
  mcp_approvals!: McpApprovals;
}
