/** Free text is stored outside the chain, erasable; the chain holds a salted commitment to it. */
import type { CustodyFact, CustodyText } from '@svc/contracts';

/** Free text of an event that has no number yet. */
export type FreeText = Omit<CustodyText, 'seq'>;

interface Committing {
  newSalt: () => string;
  commitment: (salt: string, text: string) => string;
}

/**
 * The fact as it enters the chain, with commitments in place of its free texts, and those texts.
 * Empty text is no text; `note` is null from then on, and `details.location` gives way to its
 * commitment.
 */
export function withholdFreeText(
  { note, details, ...fact }: CustodyFact,
  { newSalt, commitment }: Committing,
): { fact: CustodyFact; texts: FreeText[] } {
  const { location, ...kept } = details ?? {};
  const texts = [...withSalt('note', note, newSalt), ...withSalt('location', location, newSalt)];
  const commitments = texts.map(
    ({ member, salt, text }) => [`${member}_commitment`, commitment(salt, text)] as const,
  );
  return {
    fact: { ...fact, note: null, details: { ...kept, ...Object.fromEntries(commitments) } },
    texts,
  };
}

const withSalt = (member: FreeText['member'], value: unknown, newSalt: () => string): FreeText[] =>
  typeof value === 'string' && value !== ''
    ? [{ member, text: value.normalize('NFC'), salt: newSalt() }]
    : [];
