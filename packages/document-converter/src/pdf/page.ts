// Builds a page of a PDF from what the engines have found.
import { type FoundText } from './found-text.js';
import { type Box } from './layout/boxes.js';
import {
  linkPieces,
  type LinkArea,
  type PageContent,
  type Picture,
  toPiece,
  withoutDoubles,
} from './layout/pieces.js';

/** Texts and drawings found by the engines, in points from the top left. */
export interface FoundPage extends Pick<PageContent, 'width' | 'height' | 'tags'> {
  texts: FoundText[];
  rules: Box[];
  pictures: Picture[];
  links: LinkArea[];
  /** Texts of annotations. */
  comments: string[];
  /** Replacement texts of objects that are neither pictures nor text on the page. */
  described: string[];
  /** True if the page has drawings: a picture, lines or shapes. */
  drawn: boolean;
}

export interface Page extends Pick<FoundPage, 'comments' | 'described' | 'drawn'> {
  content: PageContent;
  /** Text that runs up or down the page or at an angle. */
  aside: string[];
}

/**
 * Returns a page in reading direction: rotated if most of its text is, and mirrored if most runs from right to left.
 */
export function toPage({ comments, described, drawn, tags, ...found }: FoundPage): Page {
  const { width, height, texts, rules, pictures, links } = asRead(found);
  const written = texts.filter(({ text }) => text.trim() !== '');
  const upright = written.filter(({ rotation }) => isNear(rotation, 0));
  const pieces = withoutDoubles(upright.map(toPiece));
  return {
    content: { width, height, pieces: linkPieces(pieces, links), pictures, rules, tags },
    comments,
    described,
    aside: written.filter((text) => !isNear(text.rotation, 0)).map(({ text }) => text.trim()),
    drawn,
  };
}

const TEXT = /[\p{L}\p{N}]/u;

export function hasLetters({ content, aside }: Page): boolean {
  return [...content.pieces.map(({ text }) => text), ...aside].some((text) => TEXT.test(text));
}

type Move = (box: Box) => [x0: number, y0: number, x1: number, y1: number];
type Placed = Omit<FoundPage, 'comments' | 'described' | 'drawn' | 'tags'>;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Boundary between words of different direction, of at least two letters, at which the engines omit the space. */
const BETWEEN =
  /(?<=[A-Za-z]{2})(?=[\p{Script=Hebrew}\p{Script=Arabic}]{2})|(?<=[\p{Script=Hebrew}\p{Script=Arabic}]{2})(?=[A-Za-z]{2})/gu;

function asRead(page: Placed): Placed {
  const { width, height, texts } = page;
  const areMost = (those: readonly FoundText[]) => those.length * 2 > texts.length;
  const turns: [number, Move][] = [
    [90, ({ x0, y0, x1, y1 }) => [height - y1, x0, height - y0, x1]],
    [270, ({ x0, y0, x1, y1 }) => [y0, width - x1, y1, width - x0]],
  ];
  for (const [angle, to] of turns)
    if (areMost(texts.filter(({ rotation }) => isNear(rotation, angle))))
      return { ...movedBy(page, angle, to), width: height, height: width };
  if (!areMost(texts.filter(({ text }) => RIGHT_TO_LEFT.test(text)))) return page;
  // A mirrored page can be read like other pages: its lines, columns and cells from left to right.
  const apart = texts.map((each) => ({ ...each, text: each.text.replaceAll(BETWEEN, ' ') }));
  return movedBy({ ...page, texts: apart }, 0, ({ x0, y0, x1, y1 }) => [
    width - x1,
    y0,
    width - x0,
    y1,
  ]);
}

/** @param angle degrees by which the rotation of all text is reduced */
function movedBy(page: Placed, angle: number, to: Move): Placed {
  const all = <T extends Box>(boxes: readonly T[]) =>
    boxes.map((box) => {
      const [x0, y0, x1, y1] = to(box);
      return { ...box, x0, y0, x1, y1 };
    });
  return {
    ...page,
    texts: all(page.texts).map((text) => ({
      ...text,
      rotation: (text.rotation + 360 - angle) % 360,
    })),
    rules: all(page.rules),
    pictures: all(page.pictures),
    links: all(page.links),
  };
}

/** Maximum rotation, in degrees, at which text still belongs to its line. */
const UPRIGHT = 2;

function isNear(rotation: number, angle: number): boolean {
  return Math.abs(((rotation - angle + 540) % 360) - 180) <= UPRIGHT;
}
