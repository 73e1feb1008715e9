export const texts = {
  choose: 'Choose an example…',
  chooseLabel: 'Params from an example',
  keep: 'Save params as example',
  title: (type: string) => `Save params as an example of ${type}`,
  about:
    'Everyone who runs this meta-task can choose the example. Its params are validated when a run is started with them.',
  name: 'Name',
  replaces: (by: string) =>
    `An example with this name by ${by} already exists. Saving replaces it.`,
  description: 'Description',
  submit: 'Save',
  replace: 'Replace',
  busy: 'Saving…',
  cancel: 'Cancel',
  kept: (name: string) => `Saved as ${name}.`,
  remove: 'Delete example',
  removeOf: (name: string) => `Delete example: ${name}`,
  removeAbout: 'The example is no longer offered. Runs that were started with it are kept.',
};
