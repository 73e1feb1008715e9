export const texts = {
  title: (name: string) => `Run again: ${name}`,
  back: 'Back to the run',
  loading: 'Loading the run…',
  gone: (id: string) =>
    `There is no run ${id} in this project. It may have been deleted, or it belongs to another project.`,
  about: 'This creates a new run. The original run does not change.',
  version: {
    question: 'Which version?',
    same: (version: number) => `same version: v${version}`,
    current: (version: number) => `current version: v${version}`,
    isCurrent: (version: number) => `v${version}, the current version`,
  },
  params: {
    question: 'Which params?',
    kept: 'keep them',
    edited: 'change them',
    withStep: 'Params can be changed only if the run starts from the beginning.',
    cannotBeNull:
      'This form cannot set a value to null. Omit the value, or start a new run of the meta-task.',
    title: 'Params',
  },
  from: {
    question: 'Where should it start?',
    start: 'from the beginning',
    step: 'from a step, with the recorded results of the steps before it',
    which: 'Step',
    noSteps: 'This run has no steps to start from.',
    agent: 'An agent run always starts from the beginning.',
    option: (number: number, name: string, status: string) => `${number}. ${name} (${status})`,
  },
  submit: 'Run again',
  busy: 'Starting…',
  mayNot: 'Your role is read-only. Only authors and administrators of the project can start runs.',
};
