import { counted } from './format.js';

export const texts = {
  titleNew: 'New meta-task',
  titleOf: (name: string) => `Edit ${name}`,
  back: 'Meta-task',
  backToAll: 'Meta-tasks',
  loading: 'The script is read.',
  gone: (identifier: string) => `There is no meta-task "${identifier}" in this project.`,
  mayNot: 'Your role only reads. An author or an administrator of the project changes meta-tasks.',
  agent:
    'It is a contract of an agent. Change its agent.md in its folder, and deploy it with `metarun deploy`.',
  bundle: (files: number) =>
    `This version came from the command line: it was made of ${counted(files, 'file', 'files')}. Change those, and deploy them again with \`metarun deploy\`.`,
  archived: 'It is archived: bring it back before you change it.',
  toCode: 'Its files',
  by: (version: number, name: string) => `v${version} by ${name}`,
  from: (version: number, current: number) =>
    `Begins with v${version}; what is saved follows v${current}.`,
  restored: 'This is what you had not saved.',
  restoredFrom: (version: number, current: number) =>
    `This is what you had not saved, a change of v${version}. By now v${current} is current.`,
  discard: 'Discard it',
  editor: (language: string) => `Script in ${language}`,
  leave: 'Esc, then Tab leaves the editor.',
  script: 'Script',
  differenceTo: (version: number) => `Difference to v${version}`,
  parts: 'Editor and difference',
  save: 'Save',
  saving: 'Saving …',
  note: 'Note of the version',
  noteFor: 'what changes, or why',
  saved: (version: number) => `Saved as v${version}.`,
  unchanged: 'Nothing is changed.',
  unsaved: 'Not saved',
  run: 'Run it',
  language: 'Language',
  template: 'Begin with',
  templates: { hello: 'a greeting', steps: 'durable steps', approval: 'an approval' },
  newName: 'New meta-task',

  diagnostics: {
    title: 'What the check finds',
    checking: 'It is checked …',
    count: (count: number) =>
      count === 0 ? 'The check finds nothing wrong.' : counted(count, 'finding', 'findings'),
    at: (line: number, column?: number) =>
      column === undefined ? `line ${line}` : `line ${line}:${column}`,
  },
  draft: {
    try: 'Try it',
    busy: 'Sending …',
    about: '60 s at most; nothing is saved, and it counts nowhere.',
    title: 'The draft',
    loading: 'The draft is read.',
    open: 'Open the run',
    log: 'Log of the draft',
    result: 'Result',
    at: (name: string, line: number) => (name === '' ? `line ${line}` : `${name}, line ${line}`),
  },
  settings: {
    title: 'Settings',
    more: 'More settings',
    ofName: 'Without one it is made of the name. It cannot be changed later.',
    byDefault: 'Seconds; without it that of the installation.',
    imageNote: 'Where it runs. What the image has is not checked.',
    hostsNote: 'One a line, such as api.example.com.',
    labels: {
      name: 'Name',
      identifier: 'Identifier',
      description: 'Description',
      timeout: 'Time of an attempt',
      attempts: 'Attempts',
      network: 'Network',
      hosts: 'Hosts',
      image: 'Image',
      mcp: 'MCP clients',
    },
    networks: { none: 'none', restricted: 'some hosts', open: 'every public address' },
    mcp: {
      auto: 'have it as a tool, of many meta-tasks the most used',
      pinned: 'always have it as a tool',
      hidden: 'do not have it',
    },
  },
  conflict: {
    title: (version: number) => `v${version} was saved meanwhile`,
    views: 'What is shown',
    view: { theirs: 'Their change', mine: 'Your change', both: 'Both together' },
    about: (name: string, conflicts: number) =>
      `${name} has saved another version since you began. ` +
      (conflicts === 0
        ? 'The two changes are in different places.'
        : `In ${counted(conflicts, 'place', 'places')} both have changed the same lines: put together, both stand there between marks.`),
    together: 'Put both together',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
};
