/** Maximum number of projects listed per user in a list of users. */
export const LISTED_PROJECTS = 20;
