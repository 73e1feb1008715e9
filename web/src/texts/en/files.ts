import { bytes, counted, number, roughly } from './format.js';

export const texts = {
  title: 'Files',
  loading: 'Loading files…',
  mayNot:
    'This requires the scope files:read in the project. A project administrator can grant it.',

  workspaces: {
    list: 'List of workspaces',
    columns: {
      name: 'Workspace',
      kind: 'Kind',
      files: 'Files',
      used: 'Size',
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
  root: 'Root',
  folders: 'Folders',
  unfold: (name: string) => `Folders in ${name}`,
  moreFolders: 'more…',
  search: 'Find in files',

  list: {
    label: (path: string) => `Contents of ${path}`,
    columns: { name: 'Name', size: 'Size', changed: 'Changed', by: 'By', state: 'State' },
    folder: 'folder',
    by: { task: 'a run', api_key: (name: string) => `key ${name}`, user: (name: string) => name },
    loadingMore: 'Loading…',
    more: 'More entries',
    empty: 'This folder is empty',
    emptyAbout:
      'Drop files here, or upload them. Scripts write files with `reporter.files`, and programs with the API.',
    emptyCommand: 'metarun files upload report.md --dir /reports',
  },

  gone: {
    title: 'File not found',
    about: (path: string) =>
      `There is no file or folder ${path} in this workspace. It may have been moved or deleted.`,
    up: 'Go to the parent folder',
    deleted: 'Search the deleted files',
  },

  upload: {
    button: 'Upload…',
    choose: 'Files to upload',
    drop: 'Drop files here to upload them to this folder.',
    tray: 'Uploads',
    states: {
      waits: 'waiting',
      sends: 'uploading',
      stored: 'uploaded',
      exists: 'already exists',
      failed: 'failed',
    },
    progress: (name: string) => `Upload progress of ${name}`,
    to: (folder: string) => `to ${folder}`,
    replace: 'Replace',
    keepBoth: 'Keep both',
    skip: 'Skip',
    again: 'Try again',
    cancel: 'Cancel',
    of: (action: string, name: string) => `${action}: ${name}`,
    replaceAll: 'Replace all',
    skipAll: 'Skip all',
    clear: 'Hide completed',
    exist: (count: number) =>
      `${counted(count, 'file already exists', 'files already exist')}. A replaced file is kept as an earlier version.`,
    left: (count: number) => `Uploading ${counted(count, 'file', 'files')}.`,
    done: (count: number) => `${counted(count, 'file', 'files')} uploaded.`,
  },

  actions: {
    download: 'Download',
    original: 'Original',
    move: 'Move or rename…',
    remove: 'Delete…',
    copyPath: 'Copy path',
    deleted: 'Deleted files',
    present: 'Existing files',
  },

  moving: {
    title: (name: string) => `Move ${name}`,
    to: 'New path',
    note: 'Missing folders are created. The versions of a file move with it.',
    submit: 'Move',
    mustDiffer: 'This is the current path. Enter a different one.',
    mustBegin: 'The path must begin with /.',
  },

  removing: {
    title: (name: string) => `Delete ${name}?`,
    file: (size: number) =>
      `The size of the file is ${bytes(size)}. Its contents are kept as a version for some time and can be restored.`,
    counting: 'Counting the contents…',
    folder: ({ files, folders, bytes: size, more }: Counted) =>
      `This also deletes ${more ? 'more than ' : ''}${counted(files, 'file', 'files')}${folders > 0 ? ` and ${counted(folders, 'folder', 'folders')}` : ''} (${bytes(size)}). Files can be restored for some time.`,
    submit: 'Delete',
    keep: 'Cancel',
  },

  deleted: {
    label: 'Deleted files',
    about: 'The last contents of each file that was deleted from this folder or its subfolders.',
    none: 'No deleted files',
    noneAbout: 'Deleted files can be restored as long as the project keeps their versions.',
    columns: { path: 'Path', size: 'Size', deleted: 'Deleted' },
    restore: 'Restore',
    more: 'More deleted files',
    restored: (path: string) => `${path} was restored.`,
  },

  file: {
    facts: 'Details',
    size: 'Size',
    changed: 'Changed',
    by: 'Written by',
    type: 'Type',
    from: 'Converted from',
    shownAs: 'Shown as',
    asPreview: 'Preview',
    asText: 'Text',
    earlier: (version: number) => `This is version ${version}, not the current version.`,
    deletedFile: 'This file was deleted. This is an earlier version of it.',
    toPresent: 'Go to the current version',
    unknownVersion: (id: string) =>
      `The version with content ${id} no longer exists. This is the current version.`,
    firstPart: (shown: number, size: number) =>
      `Only the first ${bytes(shown)} of ${bytes(size)} are shown. Download the file to see all of it.`,
    aroundLine: (line: number) =>
      `The file is large, so only the lines around line ${number(line)} are shown.`,
    beyond: (line: number) => `There is no line ${number(line)} in this file.`,
    noHeading: (anchor: string) => `There is no heading ${anchor} in this file any more.`,
    noPreview: 'There is no preview for this type of file. Download the file to open it.',
    notText: 'This file is not UTF-8 text. Download it to open it.',
    empty: 'This file is empty.',
    notJson: 'This file is not valid JSON, so it is shown as text.',
    contents: 'Table of contents',
    linesOf: (name: string) => `Lines of ${name}`,
    tableOf: (name: string) => `Table of ${name}`,
    picture: (name: string) => `Image ${name}`,
    rows: (count: number, more: boolean) =>
      more
        ? `The first ${counted(count, 'row', 'rows')}. Download the file to see all rows.`
        : counted(count, 'row', 'rows'),
  },

  conversion: {
    label: 'Conversion',
    converting: (name: string) =>
      `${name} is being converted to Markdown. The result appears here when it is ready.`,
    convertingShort: 'converting',
    progress: progressText,
    failed: (name: string) => `${name} could not be converted.`,
    failedShort: 'conversion failed',
    warnings: (count: number) => counted(count, 'warning', 'warnings'),
    warningsTitle: (name: string) => `Possible errors in the Markdown of ${name}`,
    again: 'Convert again',
    asked: 'The conversion was restarted.',
  },

  versions: {
    title: 'Versions',
    columns: { version: 'Version', size: 'Size', written: 'Written', until: 'Replaced or deleted' },
    actions: 'Actions',
    present: 'current',
    ended: { replaced: 'replaced', deleted: 'deleted' },
    shown: 'shown',
    show: (version: number) => `Version ${version}`,
    restore: 'Restore',
    restoreOf: (version: number) => `Restore: version ${version}`,
    download: 'Download',
    downloadOf: (version: number) => `Download: version ${version}`,
    drop: 'Delete earlier versions',
    dropTitle: (name: string) => `Delete earlier versions: ${name}`,
    dropAbout: 'Earlier versions are deleted permanently. The current version is kept.',
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
  if (done === null || unit === null) return `converting${time}`;
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
  label: 'Search term',
  submit: 'Find',
  ask: 'Ask',
  askAbout: 'A model answers your question from the files and cites its sources',
  workspace: 'Workspace',
  results: 'Results',
  found: (count: number, more: boolean) =>
    more ? `The first ${counted(count, 'result', 'results')}` : counted(count, 'result', 'results'),
  more: 'More results',
  line: (line: number) => `line ${number(line)}`,
  startTitle: 'Search all text files of a workspace',
  startAbout:
    'Enter words or a sentence. Sections that contain all words come first, followed by sections with some of the words or other forms of them. If the project searches by meaning, sections that express the same in other words are found too. Use `"two words"` for a phrase, `-word` to exclude a word, and `begin*` to match the beginning of a word.',
  none: 'No results',
  noneAbout: (q: string, workspace: string) =>
    `No section of a text file in ${workspace} contains any of these words: ${q}`,
  noneHint: 'Try other words with the same meaning. Words in quotes must match exactly.',
  wordAs: (word: string, as: string) => `${word} as “${as}”`,
  wordMissing: (word: string) => `without ${word}`,
  byMeaning: 'found by meaning',
  wordsAlone:
    'These results were found by words only, because the embedding model did not respond in time.',
};
