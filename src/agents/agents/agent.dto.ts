import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsIdentifier, IsNote } from '../../tasks/catalogue/entry.dto.js';
import { answerOfFields, bodyOfFields } from '../../tasks/catalogue/field-decorators.js';
import { AGENT_FIELDS, type AgentDefinition } from './agent-fields.js';

class AgentBody extends bodyOfFields<AgentDefinition>(AGENT_FIELDS) {}

export class CreateAgentDto extends AgentBody {
  @IsIdentifier('`agent` in metatask.yaml')
  identifier?: string | null;

  @IsNote()
  note?: string | null;
}

/** All members are optional; null resets a member to its default. */
export class ChangeAgentDto extends PartialType(AgentBody, { skipNullProperties: false }) {
  @IsNote()
  note?: string | null;
}

export class AgentDto extends answerOfFields<AgentDefinition, never>(AGENT_FIELDS) {}

/** An agent in a list; a summary omits the instructions, which can be large. */
export class ListedAgentDto extends IntersectionType(
  OmitType(AgentDto, ['instructions']),
  PartialType(PickType(AgentDto, ['instructions'])),
) {}
