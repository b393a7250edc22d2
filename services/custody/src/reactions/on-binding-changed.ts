import { on } from '../define.ts';
import { appendOrHold } from '../workflows/append-or-hold.ts';

/** Boxes of the parcels, their probes and places are events of the chain. */
export const onBindingChanged = on(
  'tracking',
  'binding.changed',
  ({ job_id, internals }, context) => appendOrHold(context, job_id, internals.custody),
);
