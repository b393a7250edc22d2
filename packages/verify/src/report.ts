/** A verdict in words, for people. */
import { exitCode, type Verdict } from './bundle.ts';
import type { ReadingsVerdict } from './readings-bundle.ts';

const headlines = {
  0: 'VERIFIED: the chain is whole, and the carrier signed for it.',
  1: 'NOT VERIFIED: this bundle was tampered with, or is not what it says it is.',
  2: 'SIGNER UNVERIFIED: nothing contradicts itself, but nobody you trust has signed for it.',
} as const;

export function report(verdict: Verdict): string {
  const { job, events, chain, certificate, cold_chain, faults } = verdict;
  return printed([
    headlines[exitCode(verdict)],
    '',
    ...(job ? [`job          ${job.ref} (${job.id})`] : []),
    `events       ${events}`,
    `chain        ${chain === 'ok' ? `whole, ${verdict.chain_hash}` : `broken at event ${chain.place}: ${chain.rule}`}`,
    `seal         ${verdict.seal ?? 'none'}`,
    `certificate  ${certificate.id ?? 'none'}, signature ${certificate.signature}`,
    `about chain  ${matching[String(certificate.matches_chain)]}`,
    ...(cold_chain
      ? [`cold chain   ${cold_chain.id ?? 'none'}, signature ${cold_chain.signature}`]
      : []),
    signerLine(verdict),
    ...(faults.length > 0 ? ['', ...faults] : []),
    ...advice(verdict),
  ]);
}

export function reportReadings(verdict: ReadingsVerdict): string {
  const { job, readings, certificate, faults } = verdict;
  const code = exitCode(verdict);
  return printed([
    code === 0 ? 'VERIFIED: these are the readings that the carrier signed for.' : headlines[code],
    '',
    ...(job ? [`job          ${job.ref} (${job.id})`] : []),
    `readings     ${readings}, ${verdict.readings_digest ?? 'not all of them readable'}`,
    `certificate  ${certificate.id ?? 'none'}, signature ${certificate.signature}`,
    `result       ${certificate.result ?? 'not known'}`,
    signerLine(verdict),
    ...(faults.length > 0 ? ['', ...faults] : []),
    ...advice(verdict),
  ]);
}

const signerLine = ({ signer }: Pick<Verdict, 'signer'>): string =>
  `signer       ${signer.status}${signer.thumbprint ? `, key ${signer.kid}, thumbprint ${signer.thumbprint}` : ''}`;

const printed = (lines: readonly string[]): string => [...lines, ''].map(printable).join('\n');

/** The file is not trusted: it shall not move the cursor and write a verdict of its own. */
const printable = (line: string): string => line.replace(/\p{C}/gu, '?');

const matching: Record<string, string> = {
  true: 'the certificate speaks of these events',
  false: 'the certificate does not speak of these events',
  null: 'not known',
};

type Advised = Pick<Verdict, 'faults' | 'signer'> & { certificate: { signature: string } };

function advice({ faults, certificate, signer }: Advised): string[] {
  if (faults.length > 0 || signer.status === 'verified') return [];
  if (certificate.signature === 'none') {
    return ['', 'There is no certificate yet: whoever wrote this file may have left out its end.'];
  }
  return [
    '',
    "Compare the thumbprint with the carrier's, or pass the carrier's keys:",
    '  --thumbprint VALUE   or   --jwks FILE|URL (…/.well-known/certificate-keys.json)',
  ];
}
