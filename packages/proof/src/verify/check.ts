/** One check of a verification: what was found, and what that proves. */

/** `open`: it could not be decided with what is here. */
export type CheckResult = 'holds' | 'fails' | 'open';

export interface Check {
  name: CheckName;
  result: CheckResult;
  /** A sentence; further ones in `items`. */
  finding: string;
  items: readonly string[];
  /** Meaning of a check that holds, in one sentence. */
  proves: string;
}

const proofs = {
  members: 'Whoever reads the file sees nothing that no signature and no check speaks of.',
  chain: 'No event was edited, added, removed or moved since its fingerprint was made.',
  links: 'No event can have been removed, added or moved without breaking a link.',
  texts: 'Notes and places are as they were when they were recorded.',
  devices: 'Who has the key of the device, and nobody else, can have said this of the hand-off.',
  signature: 'Only somebody who has the private half of that key can have made this certificate.',
  extent: 'Nothing was cut off the end, and the chain was not rewritten under its certificate.',
  contents: 'With the whole bundle every fingerprint can be computed again.',
  cold_chain: 'Nobody can leave out that the temperature was to be watched.',
  readings: 'No reading was altered, left out or added.',
  log: 'The carrier has put their fingerprints into a public list, to which it can only add.',
  checkpoint: 'That list is the one of the policy, and not one that was made for this file.',
  witnesses: 'Third parties saw the same list, so that nobody is shown a list of their own.',
  time: 'What was logged by then was not made up or backdated later.',
} as const;
type CheckName = keyof typeof proofs;

export function checkOf(
  name: CheckName,
  result: CheckResult,
  findings: Readonly<Partial<Record<CheckResult, string>>>,
): Check {
  return { name, result, finding: findings[result] ?? '', items: [], proves: proofs[name] };
}
