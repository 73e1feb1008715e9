import { bytes, number } from './format.js';

export const texts = {
  loading: 'The settings are read.',
  onlyAdmins: 'An administrator of the project changes this.',
  none: 'no limit',

  general: {
    project: 'Project',
    name: 'Name',
    slug: 'Slug',
    slugNote: 'Addresses name the project by it. It stays as it is.',
    created: 'Made',
    mcp: 'MCP clients',
    mcpAbout: 'What an assistant that uses the project does with approvals.',
    mcpApprovals: 'Approvals',
    mcpOptions: {
      off: 'nothing: people decide elsewhere',
      links: 'show its user a link to the approval',
      on: 'ask its user, and decide; not on runs that its key has made',
      on_self: 'ask its user, and decide, on runs of its own too',
    },
    memory: 'Memories',
    memoryModel: 'Model that distils them from runs',
    memoryModelNote: 'As provider/name. Left empty, the default model of the installation.',
    memoryReview: 'Wait for a person',
    memoryOptions: {
      none: 'none: all are active at once',
      low_trust: 'those of low trust',
      all: 'all that scripts, agents and models keep',
    },
    search: 'Find in files',
    byMeaning: 'Find by meaning as well as by words',
    byMeaningNote:
      'The texts of all files of the project, and what is looked for in them, go to the model of embeddings of the installation.',
    byMeaningNotHere: 'The operator of the installation does not let projects find by meaning.',
    embedded: (done: number, all: number) =>
      `${number(done)} of ${number(all)} sections can be found by their meaning.`,
    quotas: 'What it has of what it may have',
    quotasList: 'List of quotas',
    quotaColumns: { what: 'What', used: 'Used', limit: 'Limit', share: 'Share' },
    quotaOf: (what: string, used: string, limit: string) => `${what}: ${used} of ${limit}`,
    quotaNote: 'The operator of the installation sets the limits.',
  },

  retention: {
    title: 'How long it is kept',
    about:
      'Days since the end of a run, or since a file was replaced or deleted. Deletion begins at once, and cannot be undone.',
    fields: {
      tasks: 'Runs',
      events: 'Their events',
      logs: 'Their log lines',
      files: 'Earlier versions of files',
    },
    choices: {
      default: (days: string) => `as the installation: ${days}`,
      ever: 'for ever',
      days: 'for some days',
    },
    days: (count: number) => (count === 0 ? 'for ever' : `${number(count)} days`),
    daysOf: (what: string) => `${what}: days`,
    effective: 'Carried out',
    shorter: 'What is older is deleted at once.',
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
    submit: 'Make it',
    name: 'Name',
    kind: 'Kind',
    quota: 'Quota in MiB',
    quotaNote: 'Of its files and their earlier versions together. Left empty, there is no limit.',
    change: 'Change',
    of: (action: string, name: string) => `${action}: ${name}`,
    changeTitle: (name: string) => `Change ${name}`,
    cancel: 'Cancel',
    remove: 'Delete',
    removeEmpty: 'It holds nothing. It cannot be brought back.',
    removeFull: (count: number, size: number) =>
      `${number(count)} files and their earlier versions, ${bytes(size)}, are deleted for good. Scripts that work in it fail.`,
    made: (name: string) => `${name} is made.`,
  },
};
