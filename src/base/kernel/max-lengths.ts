/** Maximum length in characters of a name: of what people name, of a task, a step or an event. */
export const MAX_NAME_LENGTH = 200;
/** Maximum length in characters of the comment of a decision. */
export const MAX_COMMENT_LENGTH = 2_000;
