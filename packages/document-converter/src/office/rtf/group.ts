import { type XmlNode } from '../../input/xml-nodes.js';
import { type Style } from '../../tree.js';
import { type ParagraphLook, type RtfStory } from './writer.js';

/** A field that is open: its instruction, and what form it is. */
export interface RtfField {
  instruction: string;
  hasResult: boolean;
  /** The text that the field was given as its usual one. */
  text: string;
  /** 1 of a check box, 2 of a list. */
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

/** A drawn object that is open. */
export interface RtfShape {
  name: string;
  properties: Map<string, string>;
  pictures: RtfPicture[];
  texts: RtfStory[];
}

/** The state between two braces; each group within begins with that around it. */
export interface Group {
  /** True where nothing is shown. */
  skipped: boolean;
  /** True of text that stands in Unicode as well, and is skipped for that. */
  isAlternative: boolean;
  hidden: boolean;
  deleted: boolean;
  bold: boolean;
  italic: boolean;
  strike: boolean;
  position: Style['position'];
  font: number;
  /** Number of bytes that stand for a character given as Unicode. */
  substitutes: number;
  look: ParagraphLook;
  story: RtfStory;
  /** Receives text in place of the story. */
  capture: { text: string } | undefined;
  field: RtfField | undefined;
  /** The target of the link that the text is. */
  url: string | undefined;
  picture: RtfPicture | undefined;
  shape: RtfShape | undefined;
  /** The part of a formula that is open. */
  math: XmlNode | undefined;
  /** The table that the group stands in, before the text. */
  declares: 'font' | 'style' | 'override' | undefined;
  /** Called where the group ends that it was set in. */
  end: (() => void) | undefined;
  /** True until anything but a star was read. */
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
