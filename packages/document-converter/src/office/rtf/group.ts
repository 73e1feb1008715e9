import { type XmlNode } from '../../input/xml-nodes.js';
import { type Style } from '../../tree.js';
import { type ParagraphLook, type RtfStory } from './writer.js';

/** An open field: its instruction and form properties. */
export interface RtfField {
  instruction: string;
  hasResult: boolean;
  /** Default text of the field. */
  text: string;
  /** Type of the form field: 1 for a check box, 2 for a list. */
  form?: number | undefined;
  chosen?: number | undefined;
  usual?: number | undefined;
  entries: string[];
}

export interface RtfPicture {
  mediaType: string;
  hex: string[];
  bytes: Buffer[];
  alt: string;
}

/** An open drawn object. */
export interface RtfShape {
  name: string;
  properties: Map<string, string>;
  pictures: RtfPicture[];
  texts: RtfStory[];
}

/** The state within two braces; an inner group starts with the state of the outer one. */
export interface Group {
  /** True if nothing is shown. */
  skipped: boolean;
  /** True for the fallback of a Unicode text, which is skipped. */
  isAlternative: boolean;
  hidden: boolean;
  deleted: boolean;
  bold: boolean;
  italic: boolean;
  strike: boolean;
  position: Style['position'];
  font: number;
  /** Number of fallback bytes after a Unicode character. */
  substitutes: number;
  look: ParagraphLook;
  story: RtfStory;
  /** Receives text instead of the story. */
  capture: { text: string } | undefined;
  field: RtfField | undefined;
  /** Link target of the text. */
  url: string | undefined;
  picture: RtfPicture | undefined;
  shape: RtfShape | undefined;
  /** The open part of a formula. */
  math: XmlNode | undefined;
  /** The table before the text to which the group belongs. */
  declares: 'font' | 'style' | 'override' | undefined;
  /** Called at the end of the group in which it was set. */
  end: (() => void) | undefined;
  /** True until the group has content other than a star. */
  fresh: boolean;
  starred: boolean;
}

export const NO_LOOK: ParagraphLook = { heading: 0, tables: 0 };

export function firstGroup(story: RtfStory): Group {
  return {
    skipped: false,
    isAlternative: false,
    hidden: false,
    deleted: false,
    bold: false,
    italic: false,
    strike: false,
    position: undefined,
    font: -1,
    substitutes: 1,
    look: NO_LOOK,
    story,
    capture: undefined,
    field: undefined,
    url: undefined,
    picture: undefined,
    shape: undefined,
    math: undefined,
    declares: undefined,
    end: undefined,
    fresh: false,
    starred: false,
  };
}
