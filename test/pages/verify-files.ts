/** Files that a visitor drops, one of each verdict: a logged bundle, and what a forger makes of it. */
import {
  bundleOf,
  chainOf,
  copyOf,
  delivery,
  job,
  newKey,
} from '../../packages/proof/test/verify/bundles.ts';
import {
  createTestLog,
  loggedBundle,
  policyText,
} from '../../packages/proof/test/verify/test-log.ts';

export interface DroppedFile {
  name: string;
  text: string;
  /** First words of the verdict. */
  headline: RegExp;
  /** Expected text of the page. */
  says: string;
}

export interface DroppedFiles {
  keys: string;
  /** Demands the cosignatures of both witnesses. */
  policy: string;
  good: DroppedFile;
  /** All that the page and the command line must agree on. */
  all: readonly DroppedFile[];
}

const scriptInAField = '<img src=x onerror="document.title=1">';

export async function droppedFiles(): Promise<DroppedFiles> {
  const key = await newKey('key-1');
  const log = await createTestLog();
  const events = chainOf(job.id, delivery);
  const bundle = await loggedBundle(await bundleOf(events, key), key, log);
  const file = (name: string, content: unknown, headline: RegExp, says: string): DroppedFile => ({
    name: `${name}.json`,
    text: typeof content === 'string' ? content : JSON.stringify(content),
    headline,
    says,
  });
  const tampered = /^NOT VERIFIED: this bundle was tampered with/;
  const edited = copyOf(bundle);
  for (const event of edited.custody.events.slice(3, 4)) event.note = 'Left at the door';
  const hostile = copyOf(bundle);
  hostile.job.ref = scriptInAField;
  hostile.custody.events = [];
  const good = file(
    'good',
    bundle,
    /^VERIFIED/,
    'Cosigned by as many witnesses as the policy demands: a, b.',
  );
  const all = [
    good,
    file('event-edited', edited, tampered, 'Event 4 (departed): its hash is not that of its'),
    file(
      'not-logged',
      { ...bundle, log: undefined },
      /^NOT PROVED TO BE LOGGED/,
      'This bundle carries nothing of a log.',
    ),
    file('script-in-a-field', hostile, tampered, "The job's ref is not the one that was signed."),
    file('no-json', 'PK\u0003\u0004 not a bundle', /^NOT A BUNDLE/, 'it is not JSON'),
    file('deep', '['.repeat(100_000), /^NOT A BUNDLE/, 'it is not JSON'),
  ];
  return { keys: JSON.stringify({ keys: [key.jwk] }), policy: policyText(log), good, all };
}
