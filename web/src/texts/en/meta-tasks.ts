import { counted } from './format.js';

export const texts = {
  title: 'Meta-tasks',
  filters: 'Filters',
  nameContains: 'Name contains …',
  language: 'Language',
  anyLanguage: 'any language',
  archived: 'Archived too',
  list: 'List of meta-tasks',
  loading: 'Meta-tasks are read.',
  columns: {
    name: 'Name',
    about: 'What it does',
    language: 'Language',
    version: 'Version',
    changed: 'Changed',
  },
  by: (name: string) => `by ${name}`,
  agent: 'agent',
  languages: { python: 'Python', typescript: 'TypeScript' },
  isArchived: 'archived',
  version: (number: number) => `v${number}`,
  emptyTitle: 'No meta-tasks yet',
  emptyAbout:
    'A meta-task is a script that runs as often as it is asked to. Make one on your machine, and deploy it.',
  emptyCommand: 'metarun new my-task && metarun deploy my-task',
  filteredTitle: 'No meta-task matches',
  filteredAbout: (count: number) =>
    `The filter hides ${counted(count, 'meta-task', 'meta-tasks')}.`,
  clear: 'Clear the filters',
  more: 'Older meta-tasks',
  loadingMore: 'Loading …',
};
