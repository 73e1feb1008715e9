import { counted } from './format.js';

export const findTexts = {
  title: 'Find',
  button: 'Find…',
  label: 'What is looked for',
  placeholder: 'A run, meta-task, schedule, approval or file, by name or id',
  results: 'What is found',
  kinds: {
    task: 'run',
    meta_task: 'meta-task',
    schedule: 'schedule',
    approval: 'approval',
    file: 'file',
    screen: 'screen',
  },
  busy: 'Looking …',
  count: (count: number) => `${counted(count, 'thing', 'things')} found`,
  none: (q: string) =>
    `Nothing begins with “${q}”. Runs are found by the beginning of their name or id, other things by a part of their name, files by their words.`,
  hint: 'Arrows choose, Enter opens.',
};
