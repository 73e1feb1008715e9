/**
 * Matches each control character (C0, DEL, C1), each character that turns around the direction of text, and the separators of lines
 * and paragraphs: what a name must not have, and what a terminal must not get.
 */
// oxlint-disable-next-line no-control-regex
export const HIDDEN_CHARACTERS =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
