import { counted } from './format.js';

export const texts = {
  titleNew: 'New meta-task',
  titleOf: (name: string) => `Edit ${name}`,
  back: 'Meta-task',
  backToAll: 'Meta-tasks',
  loading: 'Loading the script…',
  gone: (identifier: string) => `There is no meta-task "${identifier}" in this project.`,
  mayNot:
    'Your role is read-only. Only authors and administrators of the project can change meta-tasks.',
  agent:
    'This meta-task is the contract of an agent. Change its agent.md in its folder, and deploy it with `metarun deploy`.',
  bundle: (files: number) =>
    `This version was deployed from the command line with ${counted(files, 'file', 'files')}. Change them in their folder, and deploy again with \`metarun deploy\`.`,
  archived: 'This meta-task is archived. Unarchive it before you change it.',
  toCode: 'View its files',
  by: (version: number, name: string) => `v${version} by ${name}`,
  from: (version: number, current: number) =>
    `Based on v${version}; saving creates the version after v${current}.`,
  restored: 'Your unsaved changes were restored.',
  restoredFrom: (version: number, current: number) =>
    `Your unsaved changes to v${version} were restored. The current version is now v${current}.`,
  discard: 'Discard',
  editor: (language: string) => `Script in ${language}`,
  leave: 'Press Esc, then Tab to leave the editor.',
  script: 'Script',
  differenceTo: (version: number) => `Changes since v${version}`,
  parts: 'Editor and changes',
  save: 'Save',
  saving: 'Saving…',
  note: 'Version note',
  noteFor: 'what you changed, and why',
  saved: (version: number) => `Saved as v${version}.`,
  unchanged: 'There are no changes to save.',
  unsaved: 'Not saved',
  run: 'Run',
  language: 'Language',
  template: 'Template',
  templates: { hello: 'greeting', steps: 'durable steps', approval: 'approval' },
  newName: 'New meta-task',

  diagnostics: {
    title: 'Problems',
    checking: 'Checking…',
    count: (count: number) =>
      count === 0 ? 'No problems.' : counted(count, 'problem', 'problems'),
    at: (line: number, column?: number) =>
      column === undefined ? `line ${line}` : `line ${line}:${column}`,
  },
  draft: {
    try: 'Try it',
    busy: 'Starting…',
    about: 'Runs for 60 s at most. Nothing is saved, and the run does not count in any figures.',
    title: 'Draft',
    loading: 'Loading the draft…',
    open: 'Open run',
    log: 'Draft log',
    result: 'Result',
    at: (name: string, line: number) => (name === '' ? `line ${line}` : `${name}, line ${line}`),
  },
  settings: {
    title: 'Settings',
    more: 'More settings',
    ofName: 'Derived from the name if empty. It cannot be changed later.',
    byDefault: 'In seconds. Leave empty to use the default of the installation.',
    imageNote: 'The container image to run on. Its contents are not checked.',
    hostsNote: 'One per line, such as api.example.com.',
    labels: {
      name: 'Name',
      identifier: 'Identifier',
      description: 'Description',
      timeout: 'Attempt timeout',
      attempts: 'Attempts',
      network: 'Network',
      hosts: 'Allowed hosts',
      image: 'Image',
      mcp: 'MCP clients',
    },
    networks: { none: 'none', restricted: 'allowed hosts only', open: 'any public address' },
    mcp: {
      auto: 'listed as a tool; with many meta-tasks, only the most used are',
      pinned: 'always listed as a tool',
      hidden: 'hidden',
    },
  },
  conflict: {
    title: (version: number) => `v${version} was saved while you were editing`,
    views: 'Versions to show',
    view: { theirs: 'Their changes', mine: 'Your changes', both: 'Merged' },
    about: (name: string, conflicts: number) =>
      `${name} saved another version after you started editing. ` +
      (conflicts === 0
        ? 'Your changes do not overlap.'
        : `Your changes overlap in ${counted(conflicts, 'place', 'places')}. If you merge them, both variants are kept between conflict markers.`),
    together: 'Merge',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
};
