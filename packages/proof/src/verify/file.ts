/** Verifies a file of any kind, by what it says it is: the command line's and the browser's one way in. */
import { structureFault } from '@svc/text/json-structure';
import { printable } from '@svc/text/printable';
import { type BundleVerdict, verifyBundle } from './bundle.ts';
import { isPublicProof, isReadingsBundle } from './bundle-parser.ts';
import type { Trust } from './certificate.ts';
import { bundleChecks, type Check, proofChecks, readingsChecks } from './checks.ts';
import { type PublicVerdict, verifyPublicProof } from './public-proof.ts';
import { type ReadingsVerdict, verifyReadings } from './readings-bundle.ts';
import { report, reportPublicProof, reportReadings } from './report.ts';

export interface VerifiedFile {
  verdict: BundleVerdict | PublicVerdict | ReadingsVerdict;
  headline: string;
  /** Everything that does not fit, in words. */
  faults: readonly string[];
  /** Checks, one by one; empty where the file is something else. */
  checks: readonly Check[];
  /** The verdict in words, as the command line prints it. */
  report: string;
}

/** `text` of the file. Text that is not JSON is no bundle: the verdict says so. */
export async function verifyFile(text: string, trust: Trust): Promise<VerifiedFile> {
  const file = parsed(text);
  const refused = file === undefined ? undefined : ambiguity(text);
  if (isReadingsBundle(file)) {
    const verdict = refusedFor(refused, await verifyReadings(file, trust));
    return told(verdict, readingsChecks(verdict), reportReadings(verdict));
  }
  if (isPublicProof(file)) {
    const verdict = refusedFor(refused, await verifyPublicProof(file, trust));
    return told(verdict, proofChecks(verdict), reportPublicProof(verdict));
  }
  const verdict = refusedFor(refused, await verifyBundle(file, trust));
  return told(verdict, bundleChecks(verdict), report(verdict));
}

/** Readers differ in which of two members of one name they take (RFC 8259, section 4). */
function ambiguity(text: string): string | undefined {
  const found = structureFault(text);
  return found && `The member ${found.path.join('.')} cannot be believed: ${reasons[found.code]}.`;
}

const reasons = {
  duplicate_name: 'it is there twice, so that readers may see either',
  forbidden_name: 'readers may take it for the type of what holds it',
} as const;

/** Keeps the verdict on a file that is no bundle. */
const refusedFor = <V extends VerifiedFile['verdict']>(fault: string | undefined, verdict: V): V =>
  fault === undefined || verdict.outcome === 'not_a_bundle'
    ? verdict
    : {
        ...verdict,
        outcome: 'tampered',
        ...('verified' in verdict && { verified: false }),
        faults: [fault, ...verdict.faults],
      };

const told = (
  verdict: VerifiedFile['verdict'],
  checks: readonly Check[],
  text: string,
): VerifiedFile => ({
  verdict,
  headline: text.slice(0, text.indexOf('\n')),
  faults: verdict.faults.map(printable),
  checks,
  report: text,
});

/** Undefined where it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
