// Rules of which XML of Office is text: everything except for these elements.
import { type Rule, textsIn } from '../count/node-texts.js';
import { type XmlNode } from '../input/xml-nodes.js';

/** Rules for the parts of a document that contain text, and for the text in them. */
export interface VisibleText {
  /** Parts without visible text. */
  silent: RegExp;
  /** Relation types of parts with text, whatever their names. */
  shown: RegExp;
  /** Parts with text that counts only if a reader requests them, such as slide layouts. */
  asked: RegExp;
  /** Parts that may repeat a text that is shown once: charts and diagrams. */
  once: RegExp;
  /** @returns whether the character data of an element is text */
  isText: (part: string) => Rule;
}

const SILENT_PARTS =
  /(?:^|\/)_rels\/|^\[Content_Types\]|^(?:docProps|customXml|META-INF|Configurations\d*|Thumbnails|Basic|Scripts|Dialogs)\/|\/(?:glossary|theme|tags|ink|embeddings|activeX|webextensions|changesInfos|revisionInfo|customXml|ctrlProps)\/|\/(?:styles\w*|settings|webSettings|fontTable|numbering|people|comments(?:Extended|Ids|Extensible)|presProps|viewProps|tableStyles|presentation|commentAuthors|authors|revisionInfo|layout\d*|quickStyle\d*|colors?\d*|style\d+)\.xml$/i;

/** Chart elements without text: references to values, and numbers, which are displayed with fewer digits. */
const NO_CHART_TEXT =
  /^(?:f|sqref|formatCode|num(?:Ref|Lit|Cache|Dim)|printSettings|externalData|formulaRef|Fallback|filtered\w*)$/;
/** DrawingML and Word elements without text: instructions, positions, and formulas, which are counted separately. */
const NO_TEXT = new Set(
  'instrText delInstrText fldData moveFrom oMath oMathPara posOffset align from to pctWidth pctHeight pctPosHOffset pctPosVOffset binData ClientData OLEObject tableStyleId timing transition'.split(
    ' ',
  ),
);

/** Returns whether an element is a later alternative, which is for older programs. */
function isLaterForm(node: XmlNode, parent: XmlNode | undefined): boolean {
  return (
    (node.name === 'Fallback' || node.name === 'Choice') &&
    parent?.elements[0] !== node &&
    parent?.name === 'AlternateContent'
  );
}

function isOfficeText(node: XmlNode, parent: XmlNode | undefined): boolean {
  return !NO_TEXT.has(node.name) && !isLaterForm(node, parent);
}

function isChartText(node: XmlNode): boolean {
  return !NO_CHART_TEXT.test(node.name);
}

/** Returns whether a shape of a master is a placeholder with a prompt; footers are shown instead. */
export function isPrompt(shape: XmlNode): boolean {
  if (shape.name !== 'sp') return false;
  const [held] = shape.descendants('ph');
  return held !== undefined && held.attribute('type') !== 'ftr';
}

function isMasterText(node: XmlNode, parent: XmlNode | undefined): boolean {
  return isOfficeText(node, parent) && !isPrompt(node);
}

const MASTERS = /\/(?:slideLayouts|slideMasters|notesMasters|handoutMasters)\//i;
const CHARTS = /\/(?:charts|chartEx)\/|\/charts?\d*\.xml$/i;

export const OFFICE: VisibleText = {
  silent: SILENT_PARTS,
  shown:
    /^(?:header|footer|footnotes|endnotes|comments|slide|notesSlide|chart|chartEx|chartUserShapes|diagramData)$/,
  asked: MASTERS,
  once: /\/(?:charts|diagrams|chartEx)\//i,
  isText: (part) =>
    CHARTS.test(part) ? isChartText : MASTERS.test(part) ? isMasterText : isOfficeText,
};

/** Returns the counted texts within an element of Word or DrawingML. */
export function officeTexts(node: XmlNode): string[] {
  return isOfficeText(node, undefined) ? textsIn(node, isOfficeText) : [];
}
