/** Outcomes of a verification and their exit codes. */
export const exitCodes = {
  /** The chain is whole, and a trusted key signed for exactly this chain. */
  verified: 0,
  /** The content contradicts itself or the signature. */
  tampered: 1,
  /** The content is consistent, but no key was given, or there is no signature yet. */
  unverified: 2,
  /** The certificate announces a cold chain that is not enclosed. */
  cold_chain_not_shown: 2,
  /** Signed by a trusted key, and not proved to be in a log that the policy accepts. */
  not_logged: 7,
  /** A public proof: signature and links hold, contents are withheld. */
  contents_withheld: 4,
  /** The file is something else. */
  not_a_bundle: 5,
  /** Signed, but not by a key that is trusted. */
  other_signer: 6,
} as const;

export type VerificationOutcome = keyof typeof exitCodes;

export const exitCode = ({ outcome }: { outcome: VerificationOutcome }): number =>
  exitCodes[outcome];
