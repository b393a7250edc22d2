import { z } from 'zod';
import { command, query } from '../define.ts';
import { empty } from '../primitives.ts';

export const logActions = {
  /** The latest published checkpoint: a signed note with cosignatures; null before the first. */
  checkpoint: query({
    input: empty,
    output: z.object({ note: z.string().nullable() }),
    refusals: [],
  }),
  /**
   * Bytes in base64: hashes, or a bundle of entries. `path` as in tlog-tiles, starting at `tile/`.
   */
  tile: query({
    input: z.object({ path: z.string().max(100) }),
    output: z.object({ bytes: z.string() }),
    refusals: ['not_found'],
    issues: { 'path.too_big': 'not_found' },
  }),
  /**
   * Keys of the log and its witnesses, and the quorum, as tlog-policy; null before the first key.
   */
  policy: query({
    input: empty,
    output: z.object({ text: z.string().nullable() }),
    refusals: [],
  }),
  /**
   * Inclusion proofs in the published checkpoint, in the order of the leaf hashes (hex); null for
   * an entry that is not covered.
   */
  proofs: query({
    input: z.object({ leaf_hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(100) }),
    output: z.object({ proofs: z.array(z.string().nullable()) }),
    refusals: [],
  }),
  /** For the operator: the state of the log, and why it has stopped signing. */
  status: query({
    input: empty,
    output: z.object({
      origin: z.string(),
      size: z.int(),
      published_size: z.int().nullable(),
      waiting: z.int(),
      halted: z.string().nullable(),
      witnesses: z.array(
        z.object({
          name: z.string(),
          size: z.int().nullable(),
          away_since: z.string().nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  /**
   * By the operator, after a restore: resumes if the largest checkpoint that anybody has seen, and the
   * last one that each witness shows, are part of the log. Invalid if this log has not signed it.
   */
  resume: command({
    input: z.object({ checkpoint: z.string().max(65_536) }),
    output: z.object({ size: z.int() }),
    refusals: ['log_rolled_back'],
  }),
  /**
   * By the operator, if entries are lost: logs all remaining entries again, under another origin.
   */
  startAnew: command({
    input: z.object({ origin: z.string().regex(/^[^\s+]{1,200}$/) }),
    output: z.object({ waiting: z.int() }),
    refusals: ['log_origin_used'],
  }),
};
