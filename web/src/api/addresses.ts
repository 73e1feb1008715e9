/** Address of the server, with a slash at its end: the dashboard is one folder below it. */
export const SERVER = new URL('..', document.baseURI).href;

/** Path of the dashboard, without a slash at its end. */
export const DASHBOARD_PATH = new URL(document.baseURI).pathname.replace(/\/$/, '');
