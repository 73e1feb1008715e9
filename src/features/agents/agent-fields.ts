import type { LimitsInFile } from './contract-fields.js';

/** All that makes a version of an agent. */
export interface AgentDefinition {
  name: string;
  description: string | null;
  model: string | null;
  instructions: string | null;
  tools: string[];
  approve: string[];
  knowledge: string[];
  limits: LimitsInFile | null;
  temperature: number | null;
  reasoning: 'none' | 'low' | 'medium' | 'high' | null;
}
