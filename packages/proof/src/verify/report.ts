/** A verdict in words, for people. */

import { printable } from '@svc/text/printable';
import type { BundleVerdict } from './bundle.ts';
import type { ColdChainStatus } from './certificate-claims.ts';
import type { DeviceCapture } from './devices.ts';
import { logAdvice, logLines } from './log-report.ts';
import type { VerificationOutcome } from './outcome.ts';
import type { PublicVerdict } from './public-proof.ts';
import type { ReadingsVerdict } from './readings-bundle.ts';
import type { TextCounts } from './texts.ts';

const headlines: Record<VerificationOutcome, string> = {
  verified: 'VERIFIED: the chain is whole, and the carrier signed for it.',
  tampered: 'NOT VERIFIED: this bundle was tampered with.',
  unverified:
    'SIGNER UNVERIFIED: nothing contradicts itself, but nobody you trust has signed for it.',
  cold_chain_not_shown:
    'COLD CHAIN NOT SHOWN: custody is verified, but the certificate of the cold chain is not here.',
  contents_withheld:
    'SIGNATURE AND LINKS HOLD: contents are withheld here, so hashes cannot be computed again.',
  not_logged:
    'NOT PROVED TO BE LOGGED: the carrier signed for it, and your policy does not show it in a log.',
  not_a_bundle: 'NOT A BUNDLE: this file is something else; nothing was checked.',
  other_signer: 'OTHER SIGNER: the key that signed is none of those you trust.',
};

export function report(verdict: BundleVerdict): string {
  const { job, events, chain, certificate, cold_chain, faults } = verdict;
  if (verdict.outcome === 'not_a_bundle') return printed([headlines.not_a_bundle, '', ...faults]);
  return printed([
    headlines[verdict.outcome],
    '',
    ...(job ? [`job          ${job.ref} (${job.id})`] : []),
    `events       ${events}`,
    `chain        ${chain === 'ok' ? `whole, ${verdict.chain_hash}` : `broken at event ${chain.place}: ${chain.rule}`}`,
    `texts        ${textLine(verdict.texts)}`,
    ...verdict.devices.captures.map(deviceLine),
    `seal         ${verdict.seal ?? 'none'}`,
    `certificate  ${certificate.id ?? 'none'}, signature ${certificate.signature}`,
    `about chain  ${matching[String(certificate.matches_chain)]}`,
    `cold chain   ${cold_chain ? `${cold_chain.id ?? 'none'}, signature ${cold_chain.signature}` : coldChains[verdict.cold_chain_status]}`,
    signerLine(verdict),
    ...logLines(verdict.log),
    ...unsignedLines(verdict),
    ...(faults.length > 0 ? ['', ...faults] : []),
    ...advice(verdict),
    ...logAdvice(verdict.log),
  ]);
}

export function reportReadings(verdict: ReadingsVerdict): string {
  const { job, readings, certificate, faults, outcome } = verdict;
  const isVerified = outcome === 'verified';
  return printed([
    isVerified
      ? 'VERIFIED: these are the readings that the carrier signed for.'
      : headlines[outcome],
    '',
    ...(job ? [`job          ${job.ref} (${job.id})`] : []),
    `readings     ${readings}, ${verdict.readings_digest ?? 'not all of them readable'}`,
    `certificate  ${certificate.id ?? 'none'}, signature ${certificate.signature}`,
    `result       ${certificate.result ?? 'not known'}`,
    signerLine(verdict),
    ...unsignedLines(verdict),
    ...(faults.length > 0 ? ['', ...faults] : []),
    ...advice(verdict),
    ...(outcome === 'not_logged' ? readingsLogAdvice : []),
  ]);
}

const readingsLogAdvice = [
  '',
  'A file of readings carries no proof of the log. Verify the custody bundle of the job under the same',
  'policy (GET /v1/jobs/{id}/custody/bundle): it proves the certificate of the cold chain, whose digest',
  'of the readings is the one above.',
];

export function reportPublicProof(verdict: PublicVerdict): string {
  const { events, certificate, faults, outcome } = verdict;
  return printed([
    headlines[outcome],
    '',
    `events       ${events}, without places, people and notes`,
    `certificate  ${certificate.id ?? 'none'}, signature ${certificate.signature}`,
    `cold chain   ${coldChains[verdict.cold_chain_status]}`,
    signerLine(verdict),
    ...logLines(verdict.log),
    ...unsignedLines(verdict),
    ...(faults.length > 0 ? ['', ...faults] : []),
    ...advice(verdict),
    ...(outcome === 'contents_withheld'
      ? [
          '',
          'The customer who booked the job can fetch the whole bundle, with which every hash is',
          'computed again: GET /v1/jobs/{id}/custody/bundle.',
        ]
      : []),
    ...logAdvice(verdict.log),
  ]);
}

const coldChains: Record<ColdChainStatus, string> = {
  shown: 'certified here',
  not_expected: 'none was expected',
  not_shown: 'expected, and not in this file',
  not_known: 'not known whether one was expected',
};

const textLine = ({ checked, absent }: TextCounts): string => {
  const shown = `${checked} checked`;
  return absent === 0 ? shown : `${shown}, ${absent} erased or withheld`;
};

const deviceLine = ({ seq, type, device_id, device_at }: DeviceCapture): string =>
  `event ${String(seq).padEnd(6)} ${type}: captured and signed by device ${device_id}, its clock ${device_at}`;

const signerLine = ({ signer }: Pick<BundleVerdict, 'signer'>): string =>
  `signer       ${signer.status}${signer.kid ? `, key ${signer.kid}` : ''}${signer.thumbprint ? `, thumbprint ${signer.thumbprint}` : ''}`;

const printed = (lines: readonly string[]): string => [...lines, ''].map(printable).join('\n');

const unsignedLines = ({ unsigned }: Pick<BundleVerdict, 'unsigned'>): string[] =>
  unsigned.length === 0
    ? []
    : [`not signed   ${unsigned.join(', ')}: no file of this kind has that`];

const matching: Record<string, string> = {
  true: 'the certificate speaks of these events',
  false: 'the certificate does not speak of these events',
  null: 'not known',
};

type Advised = { outcome: VerificationOutcome; certificate: { signature: string } };

function advice({ outcome, certificate }: Advised): string[] {
  if (outcome === 'cold_chain_not_shown') {
    return [
      '',
      'The certificate says that a range was to be kept. Its cold chain is certified some minutes',
      'after the hand-over: fetch the bundle again, or ask its sender why it is missing.',
    ];
  }
  if (outcome === 'other_signer') {
    return [
      '',
      'Either the thumbprint or the keys that you gave are mistyped or out of date, or somebody else',
      'made this file. Rely on it only when a key of the carrier is named here.',
    ];
  }
  if (outcome !== 'unverified') return [];
  if (certificate.signature === 'none') {
    return ['', 'There is no certificate yet: the writer of this file may have left out its end.'];
  }
  return [
    '',
    "Compare the thumbprint with the carrier's, or pass the carrier's keys:",
    '  --thumbprint VALUE   or   --jwks FILE|URL (…/.well-known/certificate-keys.json)',
  ];
}
