import { integer } from './setting.js';

const GIB = 1024 ** 3;
const MOST = 1_000_000_000_000_000 - 1;

function quota(env: string, what: string, fallback: number) {
  return integer({ env, description: `${what}; 0 = no limit.` }, fallback, 0, MOST);
}

/** Limits of one project. */
export const QUOTA_SETTINGS = {
  maxMembers: quota('METARUN_MAX_MEMBERS', 'Members of a project', 1_000),
  maxApiKeys: quota('METARUN_MAX_API_KEYS', 'Valid API keys of a project', 1_000),
  maxSecrets: quota('METARUN_MAX_SECRETS', 'Secrets of a project', 1_000),
  maxMetaTasks: quota(
    'METARUN_MAX_META_TASKS',
    'Meta-tasks of a project, including archived ones',
    5_000,
  ),
  maxMetaTaskVersions: quota(
    'METARUN_MAX_META_TASK_VERSIONS',
    'Versions of all meta-tasks of a project',
    50_000,
  ),
  maxModelProviders: quota('METARUN_MAX_MODEL_PROVIDERS', 'Model providers of a project', 100),
  maxMcpServers: quota('METARUN_MAX_MCP_SERVERS', 'MCP servers of a project', 50),
  maxImages: quota('METARUN_MAX_IMAGES', 'Container images of a project', 50),
  maxAgents: quota('METARUN_MAX_AGENTS', 'Agents of a project, including archived ones', 1_000),
  maxAgentVersions: quota(
    'METARUN_MAX_AGENT_VERSIONS',
    'Versions of all agents of a project',
    10_000,
  ),
  maxDrafts: quota('METARUN_MAX_DRAFTS', 'Drafts of a project, without their children', 1_000),
  maxSchedules: quota('METARUN_MAX_SCHEDULES', 'Schedules of a project', 1_000),
  maxWebhooks: quota('METARUN_MAX_WEBHOOKS', 'Webhooks of a project', 50),
  maxWorkspaces: quota(
    'METARUN_MAX_WORKSPACES',
    'Workspaces of a project, including knowledge bases',
    1_000,
  ),
  maxFiles: quota('METARUN_MAX_FILES', 'Files and directories of a project', 1_000_000),
  maxFileBytes: quota(
    'METARUN_MAX_FILE_BYTES',
    "Bytes of a project's files, including earlier versions and originals of documents",
    100 * GIB,
  ),
  maxOpenParamsBytes: quota(
    'METARUN_MAX_OPEN_PARAMS_BYTES',
    "Bytes of the params of a project's unfinished tasks",
    4 * GIB,
  ),
} as const;

/** Limits of one user in a project. */
export const USER_QUOTA_SETTINGS = {
  maxUserDrafts: quota('METARUN_MAX_USER_DRAFTS', 'Drafts of one user in a project', 200),
} as const;
