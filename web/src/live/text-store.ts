import type { WrittenText } from './line-stream.js';
import { type StepText, withTexts } from './with-texts.js';

/** The text that the steps of a run are writing: what they had written before, and the pieces of the stream. */
export class TextStore {
  private texts: readonly StepText[] = [];
  /** Pieces that arrive while earlier text is being fetched, which may contain them. */
  private waiting: WrittenText[] | null = [];
  private last = 0;
  private reads = 0;

  constructor(
    private readonly readEarlier: () => Promise<WrittenText[]>,
    private readonly onTexts: (texts: readonly StepText[]) => void,
  ) {}

  add(pieces: readonly WrittenText[]): void {
    if (this.waiting !== null) {
      this.waiting.push(...pieces);
      return;
    }
    const later = pieces.filter(({ seq }) => seq > this.last);
    this.last = later.at(-1)?.seq ?? this.last;
    this.texts = withTexts(this.texts, later);
    this.onTexts(this.texts);
  }

  /** Fetches the earlier text, unless a later call does so. If that fails, the known text goes on. */
  async read(): Promise<void> {
    const read = ++this.reads;
    this.waiting ??= [];
    const earlier = await this.readEarlier().catch(() => null);
    if (read !== this.reads) return;
    const later = this.waiting;
    this.waiting = null;
    if (earlier !== null) {
      [this.texts, this.last] = [[], 0];
      this.add(earlier);
    }
    this.add(later);
  }
}
