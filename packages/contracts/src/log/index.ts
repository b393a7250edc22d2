/**
 * Log: a transparency log of what custody vouches for. Its operator can append and not rewrite
 * without being noticed by those who keep checkpoints.
 *
 * Terms (formats: c2sp.org tlog-tiles, tlog-checkpoint, tlog-witness, tlog-proof)
 * - **entry**: hash and time of a chain, a certificate, an erasure or a signing key.
 * - **tree**: Merkle tree (RFC 6962) over all entries in their order.
 * - **checkpoint**: size and root of the tree, signed by the log.
 * - **witness**: a program of somebody else that cosigns checkpoints that extend the last one.
 * - **sequencing**: giving waiting entries their places in the tree.
 */
import { defineContract } from '../define.ts';
import { logActions as actions } from './actions.ts';

export * from './entry.ts';

export const transparencyLog = defineContract({ name: 'log', actions, events: {} });
