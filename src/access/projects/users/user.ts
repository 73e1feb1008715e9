/** Projects that are named of each user in a list. */
export const LISTED_PROJECTS = 20;
