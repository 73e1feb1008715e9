import { counted } from './format.js';

export const findTexts = {
  title: 'Find',
  button: 'Find…',
  label: 'Search term',
  placeholder: 'Find a run, meta-task, schedule, approval or file by name or ID',
  results: 'Results',
  kinds: {
    task: 'run',
    meta_task: 'meta-task',
    schedule: 'schedule',
    approval: 'approval',
    file: 'file',
    screen: 'screen',
  },
  busy: 'Searching…',
  count: (count: number) => counted(count, 'result', 'results'),
  none: (q: string) =>
    `No results for “${q}”. Runs are found by the beginning of their name or ID, files by their words, and everything else by any part of the name.`,
  hint: 'Use the arrow keys to choose and Enter to open.',
};
