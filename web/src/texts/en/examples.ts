export const texts = {
  choose: 'an example',
  chooseLabel: 'Params from an example',
  keep: 'Keep params as example',
  title: (type: string) => `Keep params as an example of ${type}`,
  about:
    'Examples are offered to everybody who runs it. They are checked when a run is made with them.',
  name: 'Name',
  replaces: (by: string) => `There is one with this name, by ${by}. It is replaced.`,
  description: 'What it shows',
  submit: 'Keep',
  replace: 'Replace',
  busy: 'Sending …',
  cancel: 'Cancel',
  kept: (name: string) => `Kept as ${name}.`,
  remove: 'Delete example',
  removeOf: (name: string) => `Delete example: ${name}`,
  removeAbout: 'It is not offered any more. Runs that were made with it stay.',
};
