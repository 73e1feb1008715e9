import { counted, number } from './format.js';

export const texts = {
  title: 'Users',
  mayNot: 'This requires an administrator of the installation.',
  loading: 'Loading users…',
  list: 'List of users',
  about:
    'All users of the installation. Project administrators manage access to projects in the settings of each project.',
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
  allProjects: 'all (administrator)',
  none: 'none',
  more: (count: number) => `${number(count)} more`,
  access: (tokens: number, sessions: number) =>
    `${counted(tokens, 'token', 'tokens')} · ${counted(sessions, 'browser', 'browsers')}`,
  never: 'never used',
  older: 'Older users',
  filters: 'Filters',
  nameContains: 'Name contains',
  adminsOnly: 'administrators only',
  noneMatch: 'No matching users',
  noneMatchAbout: (filters: string) => `Active filters: ${filters}.`,
  clear: 'Clear filters',
  menu: 'Actions',
  of: (action: string, name: string) => `${action}: ${name}`,
  cancel: 'Cancel',
  busy: 'Saving…',

  create: 'New user',
  name: 'Name',
  createAbout: 'A new user has no access token and no project yet.',
  submit: 'Create user',
  made: (name: string) => `${name} was created.`,

  rename: 'Rename',
  token: 'New token',
  tokenAbout: 'The token is shown only once. Send it to the user over a private channel.',
  tokenFor: 'Description',
  tokenRole: 'Maximum role',
  tokenExpiry: 'Expires',
  tokenKept: 'I have stored the token',
  makeAdmin: 'Make administrator',
  makeAdminAbout:
    'An administrator of the installation has full access to all projects and manages all users.',
  takeAdmin: 'Remove administrator',
  takeAdminAbout: 'The user keeps their project roles and loses all other access immediately.',
  endAccess: 'Revoke access',
  endAccessAbout: 'All tokens are revoked and all browsers are signed out immediately.',
  endOwnAbout:
    'All of your other tokens are revoked, and all other browsers are signed out, immediately.',
  endKeys: 'Also revoke the API keys that they created',
  ended: (name: string, tokens: number, sessions: number, keys: number) =>
    `${name}: ${counted(tokens, 'token', 'tokens')} and ${counted(keys, 'API key', 'API keys')} revoked, ` +
    `${counted(sessions, 'browser', 'browsers')} signed out.`,
  remove: 'Delete',
  removeAbout:
    'The user loses all access immediately, and the API keys that they created are revoked. Everything else that they created is kept.',
};
