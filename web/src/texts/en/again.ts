export const texts = {
  title: (name: string) => `Run again: ${name}`,
  back: 'Back to the run',
  loading: 'The run is read.',
  gone: (id: string) =>
    `There is no run ${id} in this project. It may have been deleted, or belongs to another project.`,
  about: 'A new run is made out of this one, which stays as it is.',
  version: {
    question: 'Which version?',
    same: (version: number) => `the same: v${version}`,
    current: (version: number) => `the current one: v${version}`,
    isCurrent: (version: number) => `v${version}, which is the current one`,
  },
  params: {
    question: 'Which params?',
    kept: 'as they were',
    edited: 'change them',
    withStep: 'Only a run from the start can have other params.',
    cannotBeNull:
      'A member that is null cannot be given here: leave it out, or make a new run of the meta-task.',
    title: 'Params',
  },
  from: {
    question: 'From where?',
    start: 'from the start',
    step: 'from a step: what the steps before it have recorded is kept',
    which: 'Step',
    noSteps: 'The run has no steps to begin from.',
    agent: 'A run of an agent begins from the start.',
    option: (number: number, name: string, status: string) => `${number}. ${name} (${status})`,
  },
  submit: 'Run again',
  busy: 'Sending …',
  mayNot: 'Your role only reads. An author or an administrator of the project makes runs.',
};
