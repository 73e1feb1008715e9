// Rules of which XML of OpenDocument is text: everything except for these elements.
import { textsIn } from '../../count/node-texts.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type VisibleText } from '../visible.js';

/** Elements that describe their surroundings or are shown in another form: authors in labels, formulas as TeX. */
const NO_TEXT = new Set(
  'creator date date-string creator-initials initials sender-initials change-info tracked-changes math binary-data note-citation script event-listeners automatic-styles font-face-decls scripts title desc hidden-paragraph alphabetical-index-source bibliography-source illustration-index-source object-index-source table-index-source table-of-content-source user-index-source table-source index-source-styles config-item'.split(
    ' ',
  ),
);
/** Master fields whose text each slide defines. */
const FIELDS_OF_SLIDES = /^(?:header|footer|date-time|page-number)$/;

function isOdfText(node: XmlNode, parent: XmlNode | undefined): boolean {
  if (NO_TEXT.has(node.name)) return isField(node, parent);
  // Numbers of items are generated again; those of headings are part of the text.
  return node.name !== 'number' || parent === undefined || /^[ph]$/.test(parent.name);
}

/**
 * Returns whether an element is a field. Fields have the names of document metadata, but are text within a paragraph.
 */
function isField(node: XmlNode, parent: XmlNode | undefined): boolean {
  return (
    /^(?:date|title|creator)$/.test(node.name) &&
    parent !== undefined &&
    /^(?:p|h|span|a|ruby-base|meta|meta-field)$/.test(parent.name)
  );
}

/** Returns whether an element of the styles part is text: only the pages show any. */
function isStylesText(node: XmlNode, parent: XmlNode | undefined): boolean {
  if (parent?.name === 'document-styles') return node.name === 'master-styles';
  if (parent?.name === 'master-styles') return node.name === 'master-page';
  if (parent?.name === 'master-page') return !isPrompt(node) && isOdfText(node, parent);
  const isFieldOfSlide =
    FIELDS_OF_SLIDES.test(node.name) && /^(?:p|span)$/.test(parent?.name ?? '');
  return !isFieldOfSlide && isOdfText(node, parent);
}

/** Returns whether a part of a master is a placeholder with a prompt. Headers and footers are shown instead. */
export function isPrompt(node: XmlNode): boolean {
  const held = node.attribute('presentation:class');
  return (
    /^(?:notes|forms)$/.test(node.name) || (held !== undefined && !/^(?:header|footer)$/.test(held))
  );
}

/** Returns the text of a master's paragraph that each slide shows. */
export function masterText(node: XmlNode): string {
  return textsIn(node, isStylesText).join('');
}

export const OPEN_DOCUMENT: VisibleText = {
  silent:
    /^(?:META-INF|Configurations2|Thumbnails|Basic|Scripts|Dialogs)\/|^(?:meta|settings)\.xml$/i,
  shown: /^$/,
  asked: /^$/,
  once: /^$/,
  isText: (part) => (part === 'styles.xml' ? isStylesText : isOdfText),
};

/** Returns the counted texts within an element. */
export function odfTexts(node: XmlNode): string[] {
  return textsIn(node, isOdfText);
}
