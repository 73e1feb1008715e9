import { group, integer } from './setting.js';

const GIB = 1024 ** 3;
const MOST = 1_000_000_000_000_000 - 1;

function quota(env: string, what: string, fallback: number) {
  return integer({ env, description: `${what}; 0 = no limit.` }, fallback, 0, MOST);
}

/** The variable that groups the limits of an installation. */
export const LIMITS_SETTING = group({
  env: 'METARUN_LIMITS',
  description: 'Limits of projects, tasks, requests and disks, each an entry such as webhooks=100.',
});

/** Limits of one project. */
export const QUOTA_SETTINGS = {
  maxMembers: quota('METARUN_LIMITS.members', 'Members of a project', 1_000),
  maxApiKeys: quota('METARUN_LIMITS.api_keys', 'Valid API keys of a project', 1_000),
  maxSecrets: quota('METARUN_LIMITS.secrets', 'Secrets of a project', 1_000),
  maxMetaTasks: quota(
    'METARUN_LIMITS.meta_tasks',
    'Meta-tasks of a project, including archived ones',
    5_000,
  ),
  maxMetaTaskVersions: quota(
    'METARUN_LIMITS.meta_task_versions',
    'Versions of all meta-tasks of a project',
    50_000,
  ),
  maxModelProviders: quota('METARUN_LIMITS.model_providers', 'Model providers of a project', 100),
  maxMcpServers: quota('METARUN_LIMITS.mcp_servers', 'MCP servers of a project', 50),
  maxImages: quota('METARUN_LIMITS.images', 'Container images of a project', 50),
  maxAgents: quota('METARUN_LIMITS.agents', 'Agents of a project, including archived ones', 1_000),
  maxAgentVersions: quota(
    'METARUN_LIMITS.agent_versions',
    'Versions of all agents of a project',
    10_000,
  ),
  maxDrafts: quota('METARUN_LIMITS.drafts', 'Drafts of a project, without their children', 1_000),
  maxSchedules: quota('METARUN_LIMITS.schedules', 'Schedules of a project', 1_000),
  maxWebhooks: quota('METARUN_LIMITS.webhooks', 'Webhooks of a project', 50),
  maxWorkspaces: quota(
    'METARUN_LIMITS.workspaces',
    'Workspaces of a project, including knowledge bases',
    1_000,
  ),
  maxFiles: quota('METARUN_LIMITS.files', 'Files and directories of a project', 1_000_000),
  maxFileBytes: quota(
    'METARUN_LIMITS.file_bytes',
    "Bytes of a project's files, including earlier versions and originals of documents",
    100 * GIB,
  ),
  maxOpenParamsBytes: quota(
    'METARUN_LIMITS.open_params_bytes',
    "Bytes of the params of a project's unfinished tasks",
    4 * GIB,
  ),
} as const;

/** Limits of one user in a project. */
export const USER_QUOTA_SETTINGS = {
  maxUserDrafts: quota('METARUN_LIMITS.user_drafts', 'Drafts of one user in a project', 200),
} as const;
