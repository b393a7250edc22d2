/** Keys of a user of NATS: the server gets the public one (`U…`), the user its seed (`SU…`). */
import { nkeys } from '@nats-io/transport-node';

interface KeyPair {
  getPublicKey(): string;
  getSeed(): Uint8Array;
}

export function drawNkey(): { nkey: string; seed: string } {
  const pair: KeyPair = nkeys.createUser();
  return { nkey: pair.getPublicKey(), seed: new TextDecoder().decode(pair.getSeed()) };
}

export function publicNkey(seed: string): string {
  const pair: KeyPair = nkeys.fromSeed(new TextEncoder().encode(seed));
  return pair.getPublicKey();
}
