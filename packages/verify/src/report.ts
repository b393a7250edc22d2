/** A verdict in words, for people. */
import { exitCode, type Verdict } from './bundle.ts';

const headlines = {
  0: 'VERIFIED: the chain is whole, and the carrier signed for it.',
  1: 'NOT VERIFIED: this bundle was tampered with, or is not what it says it is.',
  2: 'SIGNER UNVERIFIED: nothing contradicts itself, but nobody you trust has signed for it.',
} as const;

export function report(verdict: Verdict): string {
  const { job, events, chain, certificate, signer, faults } = verdict;
  return [
    headlines[exitCode(verdict)],
    '',
    ...(job ? [`job          ${job.ref} (${job.id})`] : []),
    `events       ${events}`,
    `chain        ${chain === 'ok' ? `whole, ${verdict.chain_hash}` : `broken at event ${chain.place}: ${chain.rule}`}`,
    `seal         ${verdict.seal ?? 'none'}`,
    `certificate  ${certificate.id ?? 'none'}, signature ${certificate.signature}`,
    `about chain  ${matching[String(certificate.matches_chain)]}`,
    `signer       ${signer.status}${signer.thumbprint ? `, key ${signer.kid}, thumbprint ${signer.thumbprint}` : ''}`,
    ...(faults.length > 0 ? ['', ...faults] : []),
    ...advice(verdict),
    '',
  ]
    .map(printable)
    .join('\n');
}

/** The file is not trusted: it shall not move the cursor and write a verdict of its own. */
const printable = (line: string): string => line.replace(/\p{C}/gu, '?');

const matching: Record<string, string> = {
  true: 'the certificate speaks of exactly these events',
  false: 'the certificate does not speak of these events',
  null: 'not known',
};

function advice({ faults, certificate, signer }: Verdict): string[] {
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
