/**
 * The checks behind a verdict, one by one, for readers without knowledge of signatures and logs.
 */
import type { BundleVerdict } from './bundle.ts';
import type { ColdChainStatus } from './certificate-claims.ts';
import { type Check, type CheckResult, checkOf } from './check.ts';
import { logChecks } from './log-checks.ts';
import { memberChecks } from './members.ts';
import type { PublicVerdict } from './public-proof.ts';
import type { ReadingsVerdict } from './readings-bundle.ts';

export type { Check };

/** Empty if the file is not a bundle. */
export function bundleChecks(verdict: BundleVerdict): Check[] {
  const { outcome, job, events, chain, certificate, log } = verdict;
  if (outcome === 'not_a_bundle' || job === null) return [];
  return [
    checkOf('chain', chain === 'ok' ? 'holds' : 'fails', {
      holds: `All ${events} events have the fingerprints of their contents, and each names the one before it.`,
      fails: 'An event and its fingerprint do not fit, or events do not follow each other.',
    }),
    ...textChecks(verdict),
    ...deviceChecks(verdict),
    signatureCheck(verdict),
    extentCheck(certificate.matches_chain, events),
    coldChainCheck(verdict.cold_chain_status),
    ...logChecks(log, 'Chain, certificate and signing key'),
    ...memberChecks(verdict),
  ];
}

/** Checks of what the page of a certificate shows. */
export const proofChecks = (verdict: PublicVerdict): Check[] => [
  checkOf('links', verdict.linked ? 'holds' : 'fails', {
    holds: 'Every event names the fingerprint of the event before it.',
    fails: 'An event does not name the fingerprint of the event before it.',
  }),
  signatureCheck(verdict),
  extentCheck(verdict.certificate.matches_chain, verdict.events),
  checkOf('contents', verdict.recomputed ? 'open' : 'fails', {
    open: 'Places, people and notes are left out: that all fingerprints are right is the word of the carrier.',
    fails:
      'The carrier itself has found events that do not have the fingerprints of their contents.',
  }),
  ...logChecks(verdict.log, 'Certificate and signing key'),
  ...memberChecks(verdict),
];

export const readingsChecks = (verdict: ReadingsVerdict): Check[] => [
  checkOf('readings', readingsResult(verdict), {
    holds: `These are the ${verdict.readings} readings that were signed for.`,
    fails: 'These are not the readings that were signed for.',
    open: 'Nobody who can be believed has signed for these readings.',
  }),
  signatureCheck(verdict),
  ...memberChecks(verdict),
];

function readingsResult({ faults, certificate }: ReadingsVerdict): CheckResult {
  if (certificate.signature !== 'ok') return 'open';
  return faults.length === 0 ? 'holds' : 'fails';
}

function textChecks({ texts: { checked, absent, faulty } }: BundleVerdict): Check[] {
  if (checked + absent + faulty === 0) return [];
  const left = absent === 0 ? '' : ` ${absent} were erased or withheld, which breaks nothing.`;
  return [
    checkOf('texts', faulty === 0 ? 'holds' : 'fails', {
      holds: `${checked} notes and places are those that the events have committed to.${left}`,
      fails: 'A note or a place is not the one that its event has committed to.',
    }),
  ];
}

function deviceChecks({ devices: { captures, faulty } }: BundleVerdict): Check[] {
  if (captures.length + faulty === 0) return [];
  const check = checkOf('devices', faulty === 0 ? 'holds' : 'fails', {
    holds: `${captures.length} events were signed on the device that captured them.`,
    fails: 'The signature of a device is not one over the event that it stands in.',
  });
  const items = captures.map(
    ({ seq, type, device_id }) =>
      `Event ${seq} (${type}): captured and signed by device ${device_id}.`,
  );
  return [{ ...check, items }];
}

type Signed = Pick<BundleVerdict, 'signer'> & { certificate: { signature: string } };

const signatureCheck = (signed: Signed): Check =>
  checkOf('signature', signatureResult(signed), {
    holds: 'One of the keys that are used here signed the certificate.',
    fails:
      signed.certificate.signature === 'bad'
        ? 'The signature of the certificate does not fit.'
        : 'The key that signed the certificate is none of those that are used here.',
    open:
      signed.certificate.signature === 'none'
        ? 'There is no certificate yet: nobody has signed.'
        : 'The certificate is signed, by a key that nobody has vouched for here.',
  });

function signatureResult({ signer, certificate }: Signed): CheckResult {
  if (certificate.signature === 'bad' || signer.status === 'untrusted') return 'fails';
  return certificate.signature === 'ok' && signer.status === 'verified' ? 'holds' : 'open';
}

function extentCheck(matches: boolean | null, events: number): Check {
  const result = matches === null ? 'open' : matches ? 'holds' : 'fails';
  return checkOf('extent', result, {
    holds: `The certificates speak of exactly these ${events} events.`,
    fails:
      'The certificate is not the one that was signed, or does not speak of exactly these events.',
    open: 'There is no certificate that can be believed, so the end may be missing.',
  });
}

const coldChainResults: Record<ColdChainStatus, CheckResult> = {
  shown: 'holds',
  not_expected: 'holds',
  not_shown: 'open',
  not_known: 'open',
};

const coldChainCheck = (status: ColdChainStatus): Check =>
  checkOf('cold_chain', coldChainResults[status], {
    holds:
      status === 'shown'
        ? 'The certificate of the cold chain is here.'
        : 'No cold chain was to be kept.',
    fails: '',
    open:
      status === 'not_shown'
        ? 'A temperature range was to be kept, and its certificate is not here.'
        : 'Whether a temperature range was to be kept is not known.',
  });
