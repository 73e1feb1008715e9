import { counted, number } from './format.js';

export const texts = {
  title: 'Users',
  mayNot: 'This needs an administrator of the installation.',
  loading: 'The users are read.',
  list: 'List of users',
  about:
    'All users of the installation. Which projects they see, their administrators say in the settings of the project.',
  columns: {
    name: 'Name',
    projects: 'Projects',
    access: 'Access',
    used: 'Last used',
    since: 'Since',
    actions: 'Actions',
  },
  you: 'you',
  admin: 'administrator',
  allProjects: 'all, as administrator',
  none: 'none',
  more: (count: number) => `${number(count)} more`,
  access: (tokens: number, sessions: number) =>
    `${counted(tokens, 'token', 'tokens')} · ${counted(sessions, 'browser', 'browsers')}`,
  never: 'never used',
  older: 'Older users',
  filters: 'Filters',
  nameContains: 'Name contains',
  adminsOnly: 'administrators only',
  noneMatch: 'No user matches',
  noneMatchAbout: (filters: string) => `Hidden by: ${filters}.`,
  clear: 'Clear the filters',
  menu: 'Actions',
  of: (action: string, name: string) => `${action}: ${name}`,
  cancel: 'Cancel',
  busy: 'Sending …',

  create: 'New user',
  name: 'Name',
  createAbout: 'A new user has no token and no project yet.',
  submit: 'Make it',
  made: (name: string) => `${name} is made.`,

  rename: 'Rename',
  token: 'New token',
  tokenAbout:
    'It is shown only once. Give it to the user over a channel that no one else can read.',
  tokenFor: 'What it is for',
  tokenRole: 'What it may do at most',
  tokenExpiry: 'Expires',
  tokenKept: 'I have stored it',
  makeAdmin: 'Make administrator',
  makeAdminAbout:
    'An administrator of the installation may do everything in every project, and manages all users.',
  takeAdmin: 'Take administration away',
  takeAdminAbout:
    'The user keeps the roles that they have in projects, and loses all else at once.',
  endAccess: 'End access',
  endAccessAbout: 'All tokens are revoked at once, and all browsers signed out.',
  endOwnAbout: 'All of your other tokens are revoked at once, and all other browsers signed out.',
  endKeys: 'Revoke the API keys that they have made, too',
  ended: (name: string, tokens: number, sessions: number, keys: number) =>
    `${name}: ${counted(tokens, 'token', 'tokens')} and ${counted(keys, 'API key', 'API keys')} revoked, ` +
    `${counted(sessions, 'browser', 'browsers')} signed out.`,
  remove: 'Delete',
  removeAbout:
    'The user loses all access at once, and the API keys that they have made are revoked. What they have made otherwise stays.',
};
