import type { ApprovalExpired, ApprovalRejected, Reporter } from 'metarun/workflow';

const CHANNELS = ['website', 'newsletter'] as const;

/** The draft to publish. */
interface Params {
  /** Path of a Markdown file in the workspace; its first heading is the title. */
  draft: string;
  /**
   * The draft is not published when no answer has come by then.
   * @default 72
   */
  expires_in_hours?: number;
}

/** The fields that the person fills in. */
interface Answer {
  channel: (typeof CHANNELS)[number];
  pinned?: boolean;
}

interface Draft {
  title: string;
  words: number;
  text: string;
}

export default async function run(params: Params, reporter: Reporter) {
  const { draft: path, expires_in_hours: hours = 72 } = params;
  reporter.setPhase('Reading the draft');
  // A step: what the person is shown stays what it was, whatever becomes of the file while they think.
  const draft = await reporter.step('read the draft', () => readDraft(reporter, path));

  reporter.setPhase('Waiting for approval');
  let approval;
  try {
    approval = await reporter.askApproval<Answer>(`Publish “${draft.title}”?`, {
      proposal: draft,
      form: {
        type: 'object',
        required: ['channel'],
        additionalProperties: false,
        properties: {
          channel: { title: 'Where', enum: CHANNELS, default: CHANNELS[0] },
          pinned: { title: 'Keep it on top', type: 'boolean', default: false },
        },
      },
      expiresIn: hours * 3600,
    });
  } catch (thrown) {
    const error = thrown as ApprovalRejected | ApprovalExpired;
    if (error.name === 'ApprovalRejected') {
      const review = `${path}.review.md`;
      const said = error.comment ?? 'No reason was given.';
      await reporter.files.write(review, `Rejected by ${error.decided_by}: ${said}\n`);
      return { published: false, why: 'rejected', by: error.decided_by, review };
    }
    if (error.name !== 'ApprovalExpired') throw thrown;
    reporter.log('no answer has come in time', 'warning');
    return { published: false, why: 'expired' };
  }

  reporter.setPhase('Publishing');
  const { channel, pinned = false } = approval.payload;
  const published = `/published/${channel}/${slug(draft.title)}.md`;
  const matter = `---\napproved_by: ${approval.decided_by}\npinned: ${pinned}\n---\n\n`;
  // To write a file twice does no harm. What sends something elsewhere belongs into a step.
  await reporter.files.write(published, matter + draft.text);
  return { published: true, path: published, by: approval.decided_by };
}

async function readDraft(reporter: Reporter, path: string): Promise<Draft> {
  const text = await reporter.files.read(path);
  const title = typeof text === 'string' ? /^# +(.+?) *$/m.exec(text)?.[1] : undefined;
  if (typeof text !== 'string' || title === undefined)
    throw new Error(`${path} is not Markdown with a heading`);
  return { title, words: text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0, text };
}

function slug(title: string): string {
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return words.replaceAll(/^-|-$/g, '') || 'untitled';
}
