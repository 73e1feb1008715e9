import { fileURLToPath } from 'node:url';

/** Replaces passwords and tokens in URLs. */
const HIDDEN = '****';
/** Redacting shorter ones would garble ordinary words. */
const MIN_SECRET_LENGTH = 4;

/** The sources of packages in METARUN_PYTHON_INDEX_URL. */
export class PackageIndex {
  /** URLs of indexes. If there are no folders either, the installer uses its own default. */
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

  /** Sources on this machine. */
  get paths(): string[] {
    const local = this.urls.filter((url) => url.startsWith('file:'));
    return [...this.folders, ...local.map((url) => fileURLToPath(url))];
  }

  /** Returns an installer's output for a client: without credentials and without this machine's paths. */
  cleaned(text: string): string {
    const unnamed = text.replaceAll(/:\/\/[^\s/@]+@/g, '://');
    const hidden = this.secrets.reduce((said, secret) => said.replaceAll(secret, HIDDEN), unnamed);
    return hidden
      .replaceAll(/file:\/\/\/[^\s'"]*\/(?=[^\s'"/]*)/g, '')
      .replaceAll(/(?<![\w:/.-])\/(?:[^\s'"()/]+\/)+/g, '');
  }
}

/** Returns the credentials of a URL, as written and decoded. */
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
