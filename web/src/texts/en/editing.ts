export const texts = {
  overtaken: 'This has been changed since you opened it. Nothing of yours is lost.',
  same: 'Nothing that this form shows has changed. Go on, and save once more.',
  changedBy: 'Changed by',
  columns: { field: 'Field', before: 'When you opened it', theirs: 'Now', mine: 'Yours' },
  table: 'What has changed',
  both: 'changed by both',
  keepMine: 'Take the new state, keep what I changed',
  takeTheirs: 'Take the new state, drop mine',
  notDone:
    'This has been changed since it was read, so nothing was done. The page shows the new state now: do it again if you still mean it.',
  save: 'Save',
  busy: 'Sending …',
  saved: 'Saved.',
  warnings: 'Warnings',
};
