// RTF groups that are not inline text, by their first word.
import { type Losses, quoted } from '../../input/losses.js';
import { type MediaStore } from '../../input/media.js';
import { XmlNode } from '../../input/xml-nodes.js';
import { textsOfTree } from '../../count/tree-texts.js';
import { type Inline, type Note, paragraph, plainText, text } from '../../tree.js';
import { alternative } from '../alternatives.js';
import {
  checkBox,
  drawsFormula,
  linkOfField,
  promptOfField,
  signOfField,
  wantsResult,
} from '../fields.js';
import { type Group, NO_LOOK, type RtfField, type RtfPicture, type RtfShape } from './group.js';
import { type RtfTables } from './tables.js';
import { type RtfStory } from './writer.js';

/** Interface of the reader for destinations. */
export interface Destinations {
  readonly notes: Note[];
  readonly remarks: Note[];
  readonly tables: RtfTables;
  readonly losses: Losses;
  readonly media: MediaStore;
  author: string;
  story(): RtfStory;
  report(what: string): void;
  addFormula(root: XmlNode, story: RtfStory): void;
  reportRunning(kind: 'Headers' | 'Footers', texts: readonly string[]): void;
}

/** Returns a text that is not part of the document and is recorded as the reader's own. */
function owned(value: string, { losses }: Destinations): Inline {
  losses.words.own(value);
  return text(value);
}

type Begin = (reader: Destinations, group: Group, number: number | undefined) => void;

const SKIPPED =
  'colortbl info objdata objclass objname objalias objsect themedata colorschememapping datastore latentstyles xmlnstbl rsidtbl generator filetbl revtbl template docvar userprops wgrffmtfilter datafield panose falt fname blipuid nonshppict nonesttables mmathPict mmathPr bkmkstart bkmkend xe tc tcn rxe txe atnid atnref atndate atntime atnicn atnparent atrfstart atrfend pgdsctbl listpicture leveltext levelnumbers listname liststylename htmltag mhtmltag shprslt fontemb passwordhash pn pnseclvl protusertbl'.split(
    ' ',
  );

/** Captures the text of a group and passes it to `end` when the group ends. */
function capture(group: Group, end: (value: string) => void): void {
  const captured = { text: '' };
  group.capture = captured;
  const before = group.end;
  group.end = () => {
    before?.();
    end(captured.text);
  };
}

/** Begins a separate story for a group, which inherits nothing from the paragraph around it. */
function begin(reader: Destinations, group: Group, end: (story: RtfStory) => void): void {
  const story = reader.story();
  Object.assign(group, {
    story,
    look: NO_LOOK,
    skipped: false,
    capture: undefined,
    picture: undefined,
    url: undefined,
    bold: false,
    italic: false,
    strike: false,
    position: undefined,
  });
  group.end = () => end(story);
}

function addNote(reader: Destinations, group: Group): void {
  if (group.skipped || group.capture !== undefined) return;
  const { story, url } = group;
  const note: Note = { id: `note-${reader.notes.length + 1}`, blocks: [] };
  reader.notes.push(note);
  story.add({ kind: 'note', id: note.id }, url);
  begin(reader, group, (inner) => {
    note.blocks = inner.end(NO_LOOK);
  });
}

function addRemark(reader: Destinations, group: Group): void {
  const { story } = group;
  const { author } = reader;
  reader.author = '';
  const note: Note = { id: `remark-${reader.remarks.length + 1}`, blocks: [] };
  reader.remarks.push(note);
  story.add({ kind: 'note', id: note.id });
  begin(reader, group, (inner) => {
    const label = author === '' ? 'Comment:' : `Comment by ${author}:`;
    reader.losses.words.own(label);
    const by = text(label, { bold: true });
    const blocks = inner.end(NO_LOOK);
    const [first, ...rest] = blocks;
    note.blocks =
      first?.kind === 'paragraph'
        ? [paragraph(by, ' ', ...first.content), ...rest]
        : [paragraph(by), ...blocks];
  });
}

/** Reads the separator between notes and text. */
const parting: Begin = (reader, group) =>
  begin(reader, group, (story) => {
    const texts = textsOfTree(story.end(NO_LOOK));
    if (texts.join('').trim() !== '')
      reader.losses.add(
        'Lines between notes and the text were left out',
        () => quoted(texts.join(' ')),
        texts,
      );
  });

function running(kind: 'Headers' | 'Footers'): Begin {
  return (reader, group) =>
    begin(reader, group, (story) => reader.reportRunning(kind, textsOfTree(story.end(NO_LOOK))));
}

/** @param before text before the field */
function endField(
  reader: Destinations,
  { story, url }: Group,
  field: RtfField,
  before: string,
): void {
  const { instruction, form, chosen, usual } = field;
  const value = chosen === undefined || chosen === 25 ? (usual ?? 0) : chosen;
  if (drawsFormula(instruction)) reader.report('Formulas of RTF were left out');
  if (form === 1) story.add(text(checkBox(value === 1)), url);
  else if (form === 2) {
    const entry = field.entries[value] ?? '';
    if (entry !== '' && !story.before.endsWith(entry)) story.add(owned(entry, reader), url);
  } else if (story.before === before) {
    const sign =
      signOfField(instruction) ?? promptOfField(instruction) ?? (field.text || undefined);
    if (sign !== undefined) story.add(owned(sign, reader), url);
    else if (!field.hasResult && wantsResult(instruction))
      reader.losses.add('Fields without a stored result were left out', () => quoted(instruction));
  }
}

function addPicture(
  reader: Destinations,
  { story, url, shape, skipped }: Group,
  picture: RtfPicture,
): void {
  if (skipped) return;
  if (shape !== undefined && picture.alt === '') {
    shape.pictures.push(picture);
    return;
  }
  const link = pictureUrl(reader, picture);
  if (link !== undefined) story.add({ kind: 'image', alt: picture.alt, url: link }, url);
  else for (const each of alternative(picture.alt, reader.losses.words)) story.add(each, url);
}

function pictureUrl(
  { media }: Destinations,
  { mediaType, hex, bytes }: RtfPicture,
): string | undefined {
  const written = hex.join('').replaceAll(/[^\da-f]/gi, '');
  const data = bytes.length > 0 ? Buffer.concat(bytes) : Buffer.from(written, 'hex');
  if (data.length === 0 || mediaType === '') return undefined;
  return media.add('image', mediaType, data);
}

function endShape(reader: Destinations, { story }: Group, shape: RtfShape): void {
  const value = (name: string) => (shape.properties.get(name) ?? '').trim();
  const blocks = shape.texts.flatMap((inner) => inner.end(NO_LOOK));
  const art = value('gtextUNICODE');
  const alt = value('wzDescription');
  if (value('fHidden') === '1') {
    const written = textsOfTree(blocks);
    const said = [art, alt, ...written].join(' ');
    if (said.trim() !== '')
      reader.losses.add('Hidden shapes were left out', () => quoted(said), written);
    return;
  }
  for (const picture of shape.pictures) {
    const url = pictureUrl(reader, picture);
    if (url !== undefined) story.add({ kind: 'image', alt, url });
  }
  const isSaid = blocks.some((each) => 'content' in each && plainText(each.content).includes(alt));
  if (!isSaid && shape.pictures.length === 0)
    for (const each of alternative(alt, reader.losses.words)) story.add(each);
  if (art !== '') story.beside.push(paragraph(owned(art, reader)));
  story.beside.push(...blocks);
}

function declaration(declares: Group['declares']): Begin {
  return ({ tables }, group) => {
    group.skipped = true;
    group.declares = declares;
    group.end = () => tables.endDeclaration();
  };
}

function mediaType(type: string): Begin {
  return (_, { picture }) => {
    if (picture !== undefined) picture.mediaType = type;
  };
}

function intoField(set: (field: RtfField, number: number | undefined) => void): Begin {
  return (_, { field }, number) => {
    if (field !== undefined) set(field, number);
  };
}

const BY_WORD: Readonly<Record<string, Begin>> = {
  ...Object.fromEntries(
    SKIPPED.map((word): [string, Begin] => [
      word,
      (_, group) => {
        group.skipped = true;
        group.capture = undefined;
      },
    ]),
  ),
  fonttbl: declaration('font'),
  stylesheet: declaration('style'),
  listtable: declaration(undefined),
  listoverridetable: declaration('override'),
  nesttableprops: () => undefined,
  list: ({ tables }) => tables.beginList(),
  levelnfc: ({ tables }, _, number) => tables.addLevel(number ?? 0),
  levelnfcn: () => undefined,
  listid: ({ tables }, { declares }, number) => {
    if (declares === 'override') tables.beginOverride(number ?? 0);
    else tables.endList(number ?? 0);
  },
  footnote: addNote,
  annotation: addRemark,
  atnauthor: (reader, group) =>
    capture(group, (value) => {
      reader.author = value.trim();
    }),
  ...Object.fromEntries(
    ['ftnsep', 'ftnsepc', 'ftncn', 'aftnsep', 'aftnsepc', 'aftncn'].map((word) => [word, parting]),
  ),
  // Watermarks: words across a page.
  background: running('Headers'),
  header: running('Headers'),
  headerl: running('Headers'),
  headerr: running('Headers'),
  headerf: running('Headers'),
  footer: running('Footers'),
  footerl: running('Footers'),
  footerr: running('Footers'),
  footerf: running('Footers'),
  listtext: (_, group) => {
    const { story } = group;
    capture(group, (value) => {
      story.marker = value;
    });
  },
  pntext: (_, group) => {
    const { story } = group;
    capture(group, (value) => {
      story.marker = value;
    });
  },
  upr: (_, group) => {
    group.isAlternative = !group.skipped;
    group.skipped = true;
  },
  ud: (_, group) => {
    if (group.isAlternative) group.skipped = false;
    group.isAlternative = false;
  },
  field: (reader, group) => {
    if (group.capture !== undefined) return;
    const field: RtfField = { instruction: '', hasResult: false, text: '', entries: [] };
    const { before } = group.story;
    group.field = field;
    group.end = () => {
      if (!group.skipped) endField(reader, group, field, before);
    };
  },
  fldinst: (_, group) => {
    const { field } = group;
    capture(group, (value) => {
      if (field !== undefined) field.instruction += value;
    });
  },
  fldrslt: (_, group) => {
    const { field } = group;
    if (field === undefined) return;
    field.hasResult = true;
    group.field = undefined;
    group.url = linkOfField(field.instruction) ?? group.url;
  },
  fftype: intoField((field, number) => {
    field.form = number;
  }),
  ffres: intoField((field, number) => {
    field.chosen = number;
  }),
  ffdefres: intoField((field, number) => {
    field.usual = number;
  }),
  ffl: (_, group) => {
    const { field } = group;
    capture(group, (value) => field?.entries.push(value.trim()));
  },
  ffdeftext: (_, group) => {
    const { field } = group;
    capture(group, (value) => {
      if (field !== undefined) field.text = value.trim();
    });
  },
  formfield: (_, group) => {
    group.capture = { text: '' };
  },
  object: (reader, group) => {
    if (!group.skipped) reader.report('Embedded documents were left out');
  },
  result: () => undefined,
  shppict: () => undefined,
  pict: (reader, group) => {
    const picture: RtfPicture = { mediaType: '', hex: [], bytes: [], alt: '' };
    group.picture = picture;
    group.capture = undefined;
    group.end = () => addPicture(reader, group, picture);
  },
  pngblip: mediaType('image/png'),
  jpegblip: mediaType('image/jpeg'),
  emfblip: mediaType('image/x-emf'),
  wmetafile: mediaType('image/x-wmf'),
  picprop: (_, group) => {
    const { picture } = group;
    const shape: RtfShape = { name: '', properties: new Map(), pictures: [], texts: [] };
    group.shape = shape;
    group.capture = { text: '' };
    group.end = () => {
      if (picture !== undefined) picture.alt = (shape.properties.get('wzDescription') ?? '').trim();
    };
  },
  shp: () => undefined,
  shpinst: (reader, group) => {
    const shape: RtfShape = { name: '', properties: new Map(), pictures: [], texts: [] };
    const outer = { ...group };
    group.shape = shape;
    group.end = () => {
      if (!outer.skipped && outer.capture === undefined) return endShape(reader, outer, shape);
      for (const story of shape.texts)
        for (const each of textsOfTree(story.end(NO_LOOK))) reader.losses.words.know(each);
    };
  },
  shptxt: (reader, group) => {
    const { shape } = group;
    begin(reader, group, (story) => shape?.texts.push(story));
    group.shape = undefined;
  },
  do: () => undefined,
  dptxbxtext: (reader, group) => {
    const { story } = group;
    begin(reader, group, (inner) => story.beside.push(...inner.end(NO_LOOK)));
  },
  sp: () => undefined,
  sn: (_, group) => {
    const { shape } = group;
    capture(group, (value) => {
      if (shape !== undefined) shape.name = value.trim();
    });
  },
  sv: (_, group) => {
    const { shape } = group;
    capture(group, (value) => shape?.properties.set(shape.name, value));
  },
  mmath: () => undefined,
  moMathPara: () => undefined,
  moMathParaPr: (_, group) => {
    group.skipped = true;
  },
  moMath: (reader, group) => {
    if (group.skipped) return;
    const root = new XmlNode('oMath', '');
    const { story } = group;
    group.math = root;
    group.end = () => reader.addFormula(root, story);
  },
};

/**
 * Map by the first word. An object would not do, since words come from the document and may name its built-in
 * properties.
 */
export const DESTINATIONS: ReadonlyMap<string, Begin> = new Map(Object.entries(BY_WORD));
