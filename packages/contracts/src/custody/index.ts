/**
 * Custody: chain of custody, proof of delivery, certificates, files.
 *
 * Terms
 * - **chain**: the custody events of one job, each carrying the hash of the one before it.
 * - **proof of delivery** (POD): recipient, checks, signature and photo of the hand-over.
 * - **certificate**: the carrier's signature over a finished chain; POC- for proof of custody, PCC-
 *   for proof of cold chain, which may cover events that were decided after the hand-over.
 * - **free text**: text that a person wrote (note, scan location). The chain contains a salted
 *   commitment to it; text and salt are stored outside the chain and can be erased.
 * - **bundle**: chain, certificate and keys in one file, for offline verification by third parties.
 * - **signed link**: an address that opens one file for a short time, without a credential.
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { custodyActions as actions } from './actions.ts';
import { custodyEvents as events } from './events.ts';

export * from './chain-event.ts';
export * from './desk.ts';
export * from './events.ts';
export * from './resource.ts';

export const custody = defineContract({
  name: 'custody',
  actions,
  events: { ...events, ...recordedChanges, ...quarantinedEvents },
});
