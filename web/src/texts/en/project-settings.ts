import { bytes, counted, number } from './format.js';

export const texts = {
  loading: 'Loading settings…',
  onlyAdmins: 'Only project administrators can change these settings.',
  none: 'no limit',

  general: {
    project: 'Project',
    name: 'Name',
    slug: 'Slug',
    slugNote: 'Used in addresses. It cannot be changed.',
    created: 'Created',
    mcp: 'MCP clients',
    mcpAbout: 'How AI assistants that use this project handle approvals.',
    mcpApprovals: 'Approvals',
    mcpOptions: {
      off: 'not available in assistants',
      links: 'show users a link to the approval',
      on: 'ask users to decide, except for runs that were started with the key of the assistant',
      on_self: 'ask users to decide, for all runs',
    },
    memory: 'Memories',
    memoryModel: 'Model for memory extraction',
    memoryModelNote:
      'In the form provider/name. Leave empty to use the default model of the installation.',
    memoryReview: 'Memories that require review',
    memoryOptions: {
      none: 'none: all are active immediately',
      low_trust: 'memories with low trust',
      all: 'all memories added by scripts, agents and models',
    },
    search: 'Find in files',
    byMeaning: 'Find by meaning as well as by words',
    byMeaningNote:
      'The texts of all files in the project, and all search terms, are sent to the embedding model of the installation.',
    byMeaningNotHere: 'The operator of the installation has not enabled search by meaning.',
    embedded: (done: number, all: number) =>
      `${number(done)} of ${number(all)} sections can be found by meaning.`,
    quotas: 'Quotas',
    quotasList: 'List of quotas',
    quotaColumns: { what: 'Quota', used: 'Used', limit: 'Limit', share: 'Share' },
    quotaOf: (what: string, used: string, limit: string) => `${what}: ${used} of ${limit}`,
    quotaNote: 'Limits are set by the operator of the installation.',
  },

  retention: {
    title: 'Retention',
    about:
      'Number of days after a run has ended, or after a file was replaced or deleted. Deletion starts immediately and cannot be undone.',
    fields: {
      tasks: 'Runs',
      events: 'Events',
      logs: 'Log lines',
      files: 'Earlier versions of files',
    },
    choices: {
      default: (days: string) => `default of the installation: ${days}`,
      ever: 'forever',
      days: 'custom',
    },
    days: (count: number) => (count === 0 ? 'forever' : counted(count, 'day', 'days')),
    daysOf: (what: string) => `${what}: days`,
    effective: 'In effect',
    shorter: 'Older data is deleted immediately.',
  },

  workspaces: {
    list: 'List of workspaces',
    about: 'A workspace holds the files that scripts, agents and people share.',
    columns: {
      name: 'Name',
      kind: 'Kind',
      usage: 'Files',
      versions: 'Earlier versions',
      quota: 'Quota',
      actions: 'Actions',
    },
    kinds: { files: 'files', knowledge_base: 'knowledge base' },
    isDefault: 'default',
    files: (count: number, size: number) => `${number(count)}, ${bytes(size)}`,
    usedOf: (used: number, quota: number) => `${bytes(used)} of ${bytes(quota)}`,
    quotaOf: (name: string) => `Quota of ${name}`,
    create: 'New workspace',
    submit: 'Create workspace',
    name: 'Name',
    kind: 'Kind',
    quota: 'Quota in MiB',
    quotaNote: 'For files and their earlier versions together. Leave empty for no limit.',
    change: 'Edit',
    of: (action: string, name: string) => `${action}: ${name}`,
    changeTitle: (name: string) => `Edit ${name}`,
    cancel: 'Cancel',
    remove: 'Delete',
    removeEmpty: 'This workspace is empty. This cannot be undone.',
    removeFull: (count: number, size: number) =>
      `This permanently deletes ${counted(count, 'file', 'files')} and all earlier versions (${bytes(size)}). Scripts that use this workspace will fail.`,
    made: (name: string) => `${name} was created.`,
  },
};
