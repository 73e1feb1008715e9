import { bytes, counted, number, roughly } from './format.js';

export const texts = {
  title: 'Files',
  loading: 'Files are read.',
  mayNot:
    'This needs the scope files:read in the project. An administrator of the project gives it.',

  workspaces: {
    list: 'List of workspaces',
    columns: {
      name: 'Workspace',
      kind: 'Kind',
      files: 'Files',
      used: 'Used',
      versions: 'Versions',
    },
    kinds: { files: 'files', knowledge_base: 'knowledge base' },
    isDefault: 'default',
    gone: (id: string) => `There is no workspace ${id} in this project. It may have been deleted.`,
    all: 'All workspaces',
    files: (count: number) => counted(count, 'file', 'files'),
    used: (used: number, quota: number | null) =>
      quota === null ? bytes(used) : `${bytes(used)} of ${bytes(quota)}`,
    versions: (count: number, size: number) =>
      count === 0 ? 'none' : `${number(count)}, ${bytes(size)}`,
  },

  path: 'Path',
  root: 'Top',
  folders: 'Folders',
  unfold: (name: string) => `Folders in ${name}`,
  moreFolders: 'more …',
  search: 'Find in files',

  list: {
    label: (path: string) => `Contents of ${path}`,
    columns: { name: 'Name', size: 'Size', changed: 'Changed', by: 'By', state: 'State' },
    folder: 'folder',
    by: { task: 'a run', api_key: (name: string) => `key ${name}`, user: (name: string) => name },
    loadingMore: 'Loading …',
    more: 'More entries',
    empty: 'Nothing is here yet',
    emptyAbout:
      'Drop files here, or upload them. Scripts write here with `reporter.files`, and programs over the API.',
    emptyCommand: 'metarun files upload report.md --dir /reports',
  },

  gone: {
    title: 'No such file',
    about: (path: string) =>
      `There is no file or folder ${path} in this workspace. It may have been moved or deleted.`,
    up: 'To the folder above',
    deleted: 'Look among the deleted files',
  },

  upload: {
    button: 'Upload…',
    choose: 'Files to upload',
    drop: 'Files that are dropped here are uploaded to this folder.',
    tray: 'Uploads',
    states: {
      waits: 'waits',
      sends: 'is sent',
      stored: 'stored',
      exists: 'exists already',
      failed: 'failed',
    },
    progress: (name: string) => `Sent of ${name}`,
    to: (folder: string) => `to ${folder}`,
    replace: 'Replace',
    keepBoth: 'Keep both',
    skip: 'Skip',
    again: 'Try again',
    cancel: 'Cancel',
    of: (action: string, name: string) => `${action}: ${name}`,
    replaceAll: 'Replace all',
    skipAll: 'Skip all',
    clear: 'Hide what is done',
    exist: (count: number) =>
      `${counted(count, 'file exists', 'files exist')} already. What is replaced stays as a version.`,
    left: (count: number) => `${counted(count, 'file is', 'files are')} on the way.`,
    done: (count: number) => `${counted(count, 'file is', 'files are')} stored.`,
  },

  actions: {
    download: 'Download',
    original: 'Original',
    move: 'Move or rename…',
    remove: 'Delete…',
    copyPath: 'Copy the path',
    deleted: 'Deleted files',
    present: 'Files that are there',
  },

  moving: {
    title: (name: string) => `Move ${name}`,
    to: 'New path',
    note: 'Missing folders are made. A file keeps its versions.',
    submit: 'Move',
    mustDiffer: 'This is its path already.',
    mustBegin: 'A path begins with /.',
  },

  removing: {
    title: (name: string) => `Delete ${name}?`,
    file: (size: number) =>
      `The file has ${bytes(size)}. Its contents stay among the versions for a time, and can be restored.`,
    counting: 'What is in it is counted.',
    folder: ({ files, folders, bytes: size, more }: Counted) =>
      `${more ? 'More than ' : ''}${counted(files, 'file', 'files')}${
        folders > 0 ? ` and ${counted(folders, 'folder', 'folders')}` : ''
      } with ${bytes(size)} are deleted with it. The files can be restored for a time.`,
    submit: 'Delete',
    keep: 'Keep it',
  },

  deleted: {
    label: 'Deleted files',
    about: 'The last content of each file that was deleted here and below.',
    none: 'No file was deleted here',
    noneAbout: 'What is deleted can be restored for as long as the project keeps versions.',
    columns: { path: 'Path', size: 'Size', deleted: 'Deleted' },
    restore: 'Restore',
    more: 'More deleted files',
    restored: (path: string) => `${path} is there again.`,
  },

  file: {
    facts: 'Facts',
    size: 'Size',
    changed: 'Changed',
    by: 'Written by',
    type: 'Type',
    from: 'Made of',
    shownAs: 'Shown as',
    asPreview: 'Preview',
    asText: 'Text',
    earlier: (version: number) => `This is version ${version}, not the present content.`,
    deletedFile: 'This file was deleted. This is a content that it had.',
    toPresent: 'To the present content',
    unknownVersion: (id: string) =>
      `The content ${id} is not among the versions of this file that are kept. This is the present one.`,
    firstPart: (shown: number, size: number) =>
      `Only the first ${bytes(shown)} of ${bytes(size)} are shown. Download it to have all of it.`,
    aroundLine: (line: number) =>
      `The lines around line ${number(line)}, which is not in the part that is read at once.`,
    beyond: (line: number) => `There is no line ${number(line)} in this file.`,
    noHeading: (anchor: string) => `There is no heading ${anchor} in this file any more.`,
    noPreview: 'This file is not shown here. Download it to open it.',
    notText: 'This file is no text in UTF-8. Download it to open it.',
    empty: 'This file is empty.',
    notJson: 'This is no valid JSON. It is shown as the text that it is.',
    contents: 'Contents',
    linesOf: (name: string) => `Lines of ${name}`,
    tableOf: (name: string) => `Table of ${name}`,
    picture: (name: string) => `Picture ${name}`,
    rows: (count: number, more: boolean) =>
      more
        ? `The first ${counted(count, 'row', 'rows')}. Download the file to have all of them.`
        : counted(count, 'row', 'rows'),
  },

  conversion: {
    label: 'Conversion',
    converting: (name: string) =>
      `${name} is converted to Markdown. The file shows here as soon as it is ready.`,
    convertingShort: 'being converted',
    progress: progressText,
    failed: (name: string) => `${name} could not be converted.`,
    failedShort: 'not converted',
    warnings: (count: number) => counted(count, 'warning', 'warnings'),
    warningsTitle: (name: string) => `What may be missing or wrong in the Markdown of ${name}`,
    again: 'Convert again',
    asked: 'It is converted again.',
  },

  versions: {
    title: 'Versions',
    columns: { version: 'Version', size: 'Size', written: 'Written', until: 'Until' },
    actions: 'Actions',
    present: 'present',
    ended: { replaced: 'replaced', deleted: 'deleted' },
    shown: 'shown',
    show: (version: number) => `Version ${version}`,
    restore: 'Restore',
    restoreOf: (version: number) => `Restore: version ${version}`,
    download: 'Download',
    downloadOf: (version: number) => `Download: version ${version}`,
    drop: 'Delete earlier versions',
    dropTitle: (name: string) => `Delete earlier versions: ${name}`,
    dropAbout: 'They are deleted for good. The present content stays.',
    more: 'Older versions',
  },
};

interface Progress {
  place: number | null;
  done: number | null;
  total: number | null;
  unit: 'pages' | 'rows' | 'parts' | null;
  seconds_left: number | null;
}

const UNITS = { pages: 'page', rows: 'row', parts: 'part' };
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Formats the progress of a conversion, such as "page 12 of 180, about 20 s left" or "3rd in the queue". */
function progressText({ place, done, total, unit, seconds_left: left }: Progress): string {
  const time = left === null ? '' : `, about ${roughly(left)} left`;
  if (place !== null)
    return `${number(place)}${ENDINGS[ORDINALS.select(place)] ?? 'th'} in the queue${time}`;
  if (done === null || unit === null) return `being converted${time}`;
  const of = total === null ? '' : ` of ${number(total)}`;
  return `${UNITS[unit]} ${number(done)}${of}${time}`;
}

interface Counted {
  files: number;
  folders: number;
  bytes: number;
  more: boolean;
}

export const searchTexts = {
  title: 'Find in files',
  field: 'Words, "a phrase", -without, begin*',
  label: 'What is looked for',
  submit: 'Find',
  ask: 'Ask',
  askAbout: 'A model answers the question from the files, with its sources',
  workspace: 'Workspace',
  results: 'Results',
  found: (count: number, more: boolean) =>
    more
      ? `The first ${counted(count, 'place', 'places')}`
      : counted(count, 'place was found', 'places were found'),
  more: 'More results',
  line: (line: number) => `line ${number(line)}`,
  startTitle: 'Search all text files of a workspace',
  startAbout:
    'Find by words, or by a sentence. Sections that have all of the words come first, then those that have some of them or other forms. Where the project finds by meaning, what says the same in other words is found too. `"two words"` stand next to each other, `-word` leaves sections out, `begin*` finds the beginning of words.',
  none: 'Nothing was found',
  noneAbout: (q: string, workspace: string) =>
    `No section of a text file in ${workspace} has any of: ${q}`,
  noneHint: 'Other words for the same may be there. Words in quotes have to stand as they are.',
  wordAs: (word: string, as: string) => `${word} as “${as}”`,
  wordMissing: (word: string) => `without ${word}`,
  byMeaning: 'found by what it means',
  wordsAlone:
    'These were found by words alone: the model that knows what texts mean did not answer in time.',
};
