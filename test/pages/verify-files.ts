/** Files that a visitor drops: a logged bundle, and what a forger makes of it. */
import { parseNote } from '@svc/tlog/note';
import {
  bundleOf,
  chainOf,
  copyOf,
  delivery,
  job,
  newKey,
} from '../../packages/verify/test/bundles.ts';
import { createTestLog, loggedBundle, policyText } from '../../packages/verify/test/test-log.ts';

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

export const scriptInAField = '<img src=x onerror="document.title=1">';

export async function droppedFiles(): Promise<DroppedFiles> {
  const key = await newKey('key-1');
  const log = await createTestLog();
  const events = chainOf(job.id, delivery);
  const bundle = await loggedBundle(await bundleOf(events, key), key, log);
  const issuedAgain = { fields: { issued_at: '2026-11-02T07:00:00.000Z' } };
  const swapped = await bundleOf(events, key, issuedAgain);
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
      'certificate-swapped',
      { ...swapped, log: bundle.log },
      tampered,
      'The log holds a certificate of this chain that is not here: it was replaced or left out.',
    ),
    file(
      'log-proof-altered',
      withProofs(bundle, (proof) => proof.replace(/\nindex (\d+)/, '\nindex 1$1')),
      tampered,
      'the proof does not lead from the entry to the checkpoint',
    ),
    file(
      'cosignature-removed',
      withProofs(bundle, (proof) => proof.replace(/\u2014 b\.example [^\n]+\n$/, '')),
      /^NOT PROVED TO BE LOGGED/,
      'Fewer witnesses have cosigned than the policy demands.',
    ),
    file(
      'not-logged',
      { ...bundle, log: undefined },
      /^NOT PROVED TO BE LOGGED/,
      'This bundle carries nothing of a log.',
    ),
    file('script-in-a-field', hostile, tampered, "The job's ref is not the one that was signed."),
    file('no-json', 'PK\u0003\u0004 not a bundle', /^NOT A BUNDLE/, 'it is not JSON'),
    file('deep', '['.repeat(100_000), /^NOT A BUNDLE/, 'it is not JSON'),
    file('keys', { keys: [key.jwk] }, /^NOT A BUNDLE/, 'it holds keys, which --jwks takes'),
  ];
  return { keys: JSON.stringify({ keys: [key.jwk] }), policy: policyText(log), good, all };
}

type Logged = Awaited<ReturnType<typeof loggedBundle>>;

function withProofs(bundle: Logged, change: (proof: string) => string): Logged {
  const changed = copyOf(bundle);
  for (const each of changed.log.entries) {
    each.proof = change(each.proof ?? '');
    // A change that leaves no note would be caught for another reason.
    parseNote(each.proof.slice(each.proof.indexOf('\n\n') + 2));
  }
  return changed;
}
