import { fileURLToPath } from 'node:url';

/** What passwords and tokens in URLs are shown as. */
const HIDDEN = '****';
/** Shorter ones would take ordinary words apart. */
const MIN_SECRET_LENGTH = 4;

/** Where packages come from, as METARUN_PYTHON_INDEX_URL has it. */
export class PackageIndex {
  /** URLs of indexes; with none and no folders either the installer's own default. */
  readonly urls: readonly string[];
  /** Absolute paths of folders with wheels. */
  readonly folders: readonly string[];
  private readonly secrets: readonly string[];

  constructor(setting: string) {
    const sources = setting.split(' ').filter((source) => source !== '');
    this.urls = sources.filter((source) => !source.startsWith('/'));
    this.folders = sources.filter((source) => source.startsWith('/'));
    this.secrets = this.urls.flatMap(secretsOf);
  }

  /** What of it lies on this machine. */
  get paths(): string[] {
    const local = this.urls.filter((url) => url.startsWith('file:'));
    return [...this.folders, ...local.map((url) => fileURLToPath(url))];
  }

  /** What an installer said, for a client: without credentials and without this machine's paths. */
  cleaned(text: string): string {
    const unnamed = text.replaceAll(/:\/\/[^\s/@]+@/g, '://');
    const hidden = this.secrets.reduce((said, secret) => said.replaceAll(secret, HIDDEN), unnamed);
    return hidden
      .replaceAll(/file:\/\/\/[^\s'"]*\/(?=[^\s'"/]*)/g, '')
      .replaceAll(/(?<![\w:/.-])\/(?:[^\s'"()/]+\/)+/g, '');
  }
}

/** The credentials of a URL, as they stand there and as they are meant. */
function secretsOf(url: string): string[] {
  const { username, password } = new URL(url);
  // Without a password the name is a token.
  const secret = password === '' ? username : password;
  return [secret, decoded(secret)].filter(({ length }) => length >= MIN_SECRET_LENGTH);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
