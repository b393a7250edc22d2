/** Encryption at rest of the instructions of a job. */
import { type Instructions, instructionsObject } from '@svc/contracts';
import { decrypt, encrypt } from '@svc/kit/encryption';
import type { EncryptedInstructions } from '../domain/instructions.ts';

export const instructionsPurpose = 'job-instructions';

export const instructionColumns = ['note', 'pickup_contact', 'dropoff_contact'] as const;

export function encryptInstructions(plain: Instructions, secret: string): EncryptedInstructions {
  const stored = (value: Instructions[keyof Instructions]): string | null =>
    value === null || value === ''
      ? null
      : encrypt(secret, instructionsPurpose, JSON.stringify(value));
  return {
    note: stored(plain.note),
    pickup_contact: stored(plain.pickup_contact),
    dropoff_contact: stored(plain.dropoff_contact),
  };
}

export function decryptInstructions(stored: EncryptedInstructions, secret: string): Instructions {
  const plain = (text: string | null): unknown =>
    text === null ? null : JSON.parse(decrypt(secret, instructionsPurpose, text));
  return instructionsObject.parse({
    note: plain(stored.note) ?? '',
    pickup_contact: plain(stored.pickup_contact),
    dropoff_contact: plain(stored.dropoff_contact),
  });
}
