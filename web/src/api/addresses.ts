/** Base URL of the server, with a trailing slash: the parent folder of the dashboard. */
export const SERVER = new URL('..', document.baseURI).href;

/** Path of the dashboard, without a trailing slash. */
export const DASHBOARD_PATH = new URL(document.baseURI).pathname.replace(/\/$/, '');
