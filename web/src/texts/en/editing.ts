export const texts = {
  overtaken: 'This was changed after you opened it. Your changes are not lost.',
  same: 'No field of this form was affected. Continue, and save again.',
  changedBy: 'Changed by',
  columns: { field: 'Field', before: 'When opened', theirs: 'Current', mine: 'Your change' },
  table: 'Conflicting changes',
  both: 'conflict',
  keepMine: 'Load the current state and keep my changes',
  takeTheirs: 'Load the current state and discard my changes',
  notDone:
    'Nothing was done, because this has changed since the page loaded it. The page now shows the current state. Try again if you still want to continue.',
  save: 'Save',
  busy: 'Saving…',
  saved: 'Saved.',
  warnings: 'Warnings',
};
