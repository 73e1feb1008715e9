import type { Answer, TestServer } from './server.js';

export const TYPES = '/projects/default/task-types';

/** A meta-task as the service answers it. */
export interface MetaTask {
  id: string;
  name: string;
  identifier: string;
  execution_mode: string;
  script_language: string;
  extract_memory: boolean;
  version: number;
  current_version: number;
  description: string | null;
  script: string | null;
  dependency_lock: string | null;
  workspace_id: string | null;
  auto_approve: boolean;
  allow_mcp: boolean;
  network: string;
  allowed_hosts: string[];
  phases: string[];
  params_schema: object | null;
  params_schema_inferred: boolean;
  result_schema: object | null;
  timeout_seconds: number | null;
  memory_mb: number | null;
  cpu_seconds: number | null;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
}

/** Asks for a meta-task in project "default". */
export function postMetaTask(server: TestServer, body: object): Promise<Answer<MetaTask>> {
  return server.call('POST', `${TYPES}/`, { body });
}

/** A new meta-task in project "default"; fails unless it is created. */
export async function newMetaTask(server: TestServer, body: object): Promise<MetaTask> {
  const answer = await postMetaTask(server, body);
  if (answer.status !== 201) throw new Error(`meta-task not created: ${answer.text}`);
  return answer.body;
}
