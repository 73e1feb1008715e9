// What of the XML of Office is text: everything but what these lists name.
import { type Rule, textsIn } from '../count/node-texts.js';
import { type XmlNode } from '../input/xml-nodes.js';

/** The parts of a document that say something, and what is text in them. */
export interface VisibleText {
  /** Parts without text that a reader of the document sees. */
  silent: RegExp;
  /** Kinds of relations to parts that say something, whatever their names are. */
  shown: RegExp;
  /** Parts that show something only where a reader asks for them, such as the layouts of slides. */
  asked: RegExp;
  /** Parts whose texts may stand there several times, where one is shown: charts and diagrams. */
  once: RegExp;
  /** @returns whether the character data of an element is text */
  isText: (part: string) => Rule;
}

const SILENT_PARTS =
  /(?:^|\/)_rels\/|^\[Content_Types\]|^(?:docProps|customXml|META-INF|Configurations\d*|Thumbnails|Basic|Scripts|Dialogs)\/|\/(?:glossary|theme|tags|ink|embeddings|activeX|webextensions|changesInfos|revisionInfo|customXml|ctrlProps)\/|\/(?:styles\w*|settings|webSettings|fontTable|numbering|people|comments(?:Extended|Ids|Extensible)|presProps|viewProps|tableStyles|presentation|commentAuthors|authors|revisionInfo|layout\d*|quickStyle\d*|colors?\d*|style\d+)\.xml$/i;

/** Elements of charts without text: where their values are, and numbers, which are shown with fewer digits. */
const NO_CHART_TEXT =
  /^(?:f|sqref|formatCode|num(?:Ref|Lit|Cache|Dim)|printSettings|externalData|formulaRef|Fallback|filtered\w*)$/;
/** Elements of DrawingML and of Word without text: instructions, places, and formulas, which are counted by themselves. */
const NO_TEXT = new Set(
  'instrText delInstrText fldData moveFrom oMath oMathPara posOffset align from to pctWidth pctHeight pctPosHOffset pctPosVOffset binData ClientData OLEObject tableStyleId timing transition'.split(
    ' ',
  ),
);

/** Returns whether an element is a later form of one thing: those are for older programs. */
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

/** Placeholders of masters only say what belongs there; their footers are shown. */
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

/** Returns the texts within an element of Word or DrawingML that are counted. */
export function officeTexts(node: XmlNode): string[] {
  return isOfficeText(node, undefined) ? textsIn(node, isOfficeText) : [];
}
